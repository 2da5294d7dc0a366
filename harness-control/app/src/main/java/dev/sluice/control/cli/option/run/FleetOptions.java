package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.fleet.link.FleetSecret;
import dev.sluice.control.fleet.link.FleetSettings;
import dev.sluice.control.fleet.link.HubAddress;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.Secret;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which fleet, where its hub is, and what its members have in common. */
@Command(optionListHeading = "%nThe fleet:%n")
public final class FleetOptions extends CommandPart {

  private static final String FLEET = "--fleet";
  private static final String PORT = "--fleet-port";
  private static final String SECRET_FILE = "--fleet-secret-file";
  private static final String USER = "--fleet-user";
  private static final String PASSWORD_FILE = "--fleet-password-file";
  private static final int SUFFIX_BYTES = 3;

  @Option(
      names = FLEET,
      paramLabel = "HOST[:PORT]",
      arity = "0..1",
      fallbackValue = "",
      split = ",",
      description =
          "The host of the fleet's hub: that of its controller, or of 'sluice agent --hub'. Or the "
              + "URL of an Artemis broker of your own. Several, separated by commas, are where it "
              + "may come up. A controller without a value has the hub itself.")
  List<String> hubs; // null if no fleet is meant

  @Option(
      names = "--fleet-name",
      paramLabel = "NAME",
      description = "The name of the fleet, of several at one hub (default ${DEFAULT-VALUE}).")
  String name = "sluice";

  @Option(
      names = PORT,
      paramLabel = "PORT",
      converter = Converters.Port.class,
      description =
          "The port on which this process has the hub (default ${DEFAULT-VALUE}); 0 = any free one.")
  int port = HubAddress.DEFAULT_PORT;

  @Option(
      names = SECRET_FILE,
      paramLabel = "FILE",
      description =
          "The first line of this file is the secret that all members of the fleet know; it "
              + "encrypts and signs all they say.")
  Path secretFile;

  @Option(names = USER, paramLabel = "NAME", description = "The user at a broker of your own.")
  String user = "";

  @Option(
      names = PASSWORD_FILE,
      paramLabel = "FILE",
      description = "The first line of this file is that user's password.")
  Path passwordFile;

  /** Whether a fleet is meant. */
  public boolean given() {
    othersRequire(FLEET, hubs != null);
    return hubs != null;
  }

  /**
   * The settings of a member that dials a hub.
   *
   * @param what people call it
   * @throws ParameterException if no hub is named
   */
  public FleetSettings dialling(String what) {
    if (!namesHub()) {
      throw refusal("Missing option: '--fleet HOST', the host of the fleet's hub");
    }
    requires(FLEET + "' without a host or '--hub", false, PORT);
    return settings(what, valid(FLEET, () -> hubs.stream().map(HubAddress::parse).toList()));
  }

  /**
   * The settings of a member that has the hub itself.
   *
   * @param what people call it
   */
  public FleetSettings withHub(String what) {
    requires(FLEET + " URL", false, USER, PASSWORD_FILE);
    return settings(what, List.of());
  }

  /** The settings of a controller, which has the hub unless it names one. */
  FleetSettings ofController() {
    return namesHub() ? dialling("controller") : withHub("controller");
  }

  private boolean namesHub() {
    return hubs != null && hubs.stream().anyMatch(each -> !each.isEmpty());
  }

  private FleetSettings settings(String what, List<HubAddress> at) {
    byte[] suffix = new byte[SUFFIX_BYTES];
    new SecureRandom().nextBytes(suffix);
    String member =
        what.replaceAll("[^A-Za-z0-9._-]", "-") + "#" + HexFormat.of().formatHex(suffix);
    return valid(
        "--fleet-name", () -> new FleetSettings(name, member, version(), at, port, broker()));
  }

  private Credentials broker() {
    requires(USER, !user.isEmpty(), PASSWORD_FILE);
    Secret password = passwordFile == null ? Secret.of("") : secret(PASSWORD_FILE, passwordFile);
    return new Credentials(user, password);
  }

  /**
   * The secret that all members know.
   *
   * @throws ParameterException if it is not given, or too short
   */
  public FleetSecret secret() {
    if (secretFile == null) {
      throw missing(SECRET_FILE);
    }
    Secret secret = secret(SECRET_FILE, secretFile);
    return valid(SECRET_FILE, () -> FleetSecret.of(secret));
  }

  /** The version of Sluice, which all members have. */
  public static String version() {
    String packaged = FleetOptions.class.getPackage().getImplementationVersion();
    return packaged == null ? "unpackaged" : packaged;
  }

  /** The name of this host, without its domain. */
  public static String host() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceFirst("(?<=[^0-9.])\\..*", "");
    } catch (UnknownHostException e) {
      return "unknown-host";
    }
  }
}
