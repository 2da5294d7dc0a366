package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.DurationConverter;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.SecretFile;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.otlp.OtlpSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The push of metrics to a collector. */
@Command
public final class OtlpOptions {

  private static final String URL = "--otlp-url";
  private static final String TOKEN_FILE = "--otlp-token-file";
  private static final String EVERY = "--otlp-interval";

  private final Secrets secrets;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = URL,
      order = 38,
      paramLabel = "URL",
      description =
          "Push metrics to this OTLP collector over HTTP, such as http://localhost:4318/v1/metrics.")
  String url;

  @Option(
      names = TOKEN_FILE,
      order = 38,
      paramLabel = "FILE",
      description =
          "The first line of this file authorizes the pushes, as in the header Authorization: "
              + "'Bearer ...' or 'Basic ...'.")
  Path tokenFile;

  @Option(
      names = EVERY,
      order = 38,
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = DurationConverter.AboveZero.class,
      description = "The time between two pushes (default ${DEFAULT-VALUE}).")
  Duration every;

  public OtlpOptions(Secrets secrets) {
    this.secrets = secrets;
  }

  /**
   * The push, if one is wanted.
   *
   * @throws ParameterException if the options do not go together
   */
  Optional<OtlpSettings> settings() {
    new OptionRules(command).requires(URL, url != null, TOKEN_FILE, EVERY);
    if (url == null) {
      return Optional.empty();
    }
    Map<String, String> headers =
        tokenFile == null
            ? Map.of()
            : Map.of(
                "Authorization",
                SecretFile.read(command.commandLine(), secrets, TOKEN_FILE, tokenFile).reveal());
    try {
      return Optional.of(new OtlpSettings(new URI(url), headers, every));
    } catch (URISyntaxException e) {
      throw new OptionRules(command)
          .invalid(
              URL, "'" + url + "': it is not a URL, such as http://localhost:4318/v1/metrics", e);
    } catch (IllegalArgumentException e) {
      throw new OptionRules(command).invalid(URL, "'" + url + "': " + e.getMessage(), e);
    }
  }
}
