package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.sink.otlp.OtlpSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The push of metrics to a collector. */
public final class OtlpOptions extends CommandPart {

  private static final String URL = "--otlp-url";
  private static final String TOKEN_FILE = "--otlp-token-file";

  @Option(
      names = URL,
      paramLabel = "URL",
      description =
          "Push metrics to this OTLP collector over HTTP, such as"
              + " http://localhost:4318/v1/metrics.")
  String url;

  @Option(
      names = TOKEN_FILE,
      paramLabel = "FILE",
      description =
          "The first line of this file authorizes the pushes, as in the header Authorization: "
              + "'Bearer ...' or 'Basic ...'.")
  Path tokenFile;

  @Option(
      names = "--otlp-interval",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = Converters.TimeAboveZero.class,
      description = "The time between two pushes (default ${DEFAULT-VALUE}).")
  Duration every;

  /**
   * The push, if one is wanted.
   *
   * @throws ParameterException if the options do not go together
   */
  Optional<OtlpSettings> settings() {
    othersRequire(URL, url != null);
    if (url == null) {
      return Optional.empty();
    }
    Map<String, String> headers =
        tokenFile == null
            ? Map.of()
            : Map.of("Authorization", secret(TOKEN_FILE, tokenFile).reveal());
    try {
      return Optional.of(new OtlpSettings(new URI(url), headers, every));
    } catch (URISyntaxException e) {
      throw invalid(
          URL, "'" + url + "': it is not a URL, such as http://localhost:4318/v1/metrics", e);
    } catch (IllegalArgumentException e) {
      throw invalid(URL, "'" + url + "': " + e.getMessage(), e);
    }
  }
}
