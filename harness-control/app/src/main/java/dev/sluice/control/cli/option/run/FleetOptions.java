package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.fleet.link.FleetSettings;
import dev.sluice.jms.provider.Secret;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which fleet, how its members are found, and what they have in common. */
@Command(optionListHeading = "%nThe fleet:%n")
public final class FleetOptions extends CommandPart {

  private static final String FLEET = "--fleet";
  private static final String PEERS = "--peers";
  private static final String DNS = "--dns";
  private static final String SECRET_FILE = "--fleet-secret-file";
  private static final int SUFFIX_BYTES = 3;

  @Option(names = FLEET, paramLabel = "NAME", description = "The name of the fleet.")
  String fleet;

  @Option(
      names = PEERS,
      paramLabel = "HOST[:PORT]",
      split = ",",
      description =
          "Hosts of agents of the fleet, one or more; each knows the others. Separated by commas.")
  List<String> peers = List.of();

  @Option(
      names = DNS,
      paramLabel = "NAME",
      description =
          "A DNS name whose addresses are agents of the fleet, such as a headless service of "
              + "Kubernetes.")
  String dns = "";

  @Option(
      names = "--fleet-port",
      paramLabel = "PORT",
      converter = Converters.Port.class,
      description = {
        "The port on which agents listen (default ${DEFAULT-VALUE}). Other members listen on it, "
            + "too, or on a free one if it is taken."
      })
  int port = FleetSettings.DEFAULT_PORT;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description =
          "The address to listen on, which the other members reach (default: the one from which "
              + "this host reaches the first of its peers).")
  InetAddress bind;

  @Option(
      names = SECRET_FILE,
      paramLabel = "FILE",
      description =
          "The first line of this file is the secret that all members of the fleet know; all "
              + "they say to each other is encrypted with it.")
  Path secretFile;

  /** The name of the fleet, if one is meant. */
  public Optional<String> fleet() {
    othersRequire(FLEET, fleet != null);
    return Optional.ofNullable(fleet);
  }

  /**
   * The settings of an agent, which listens on the fleet's port.
   *
   * @param name what people call it
   * @throws ParameterException if an option is missing
   */
  public FleetSettings ofAgent(String name) {
    return settings(name, false);
  }

  /**
   * The settings of a member that comes and goes, such as a controller.
   *
   * @param what it does
   * @throws ParameterException if an option is missing
   */
  public FleetSettings ofVisitor(String what) {
    if (peers.isEmpty() && dns.isEmpty()) {
      throw missing(PEERS + "' or '" + DNS);
    }
    return settings(what, true);
  }

  private FleetSettings settings(String name, boolean orFreePort) {
    if (fleet().isEmpty()) {
      throw missing(FLEET);
    }
    byte[] suffix = new byte[SUFFIX_BYTES];
    new SecureRandom().nextBytes(suffix);
    String member =
        name.replaceAll("[^A-Za-z0-9._-]", "-") + "#" + HexFormat.of().formatHex(suffix);
    try {
      return new FleetSettings(
          fleet, member, version(), bindAddress(), port, orFreePort, port, peers, dns);
    } catch (IllegalArgumentException e) {
      throw refusal(e.getMessage(), e);
    }
  }

  private InetAddress bindAddress() {
    for (String peer : peers) {
      if (!FleetSettings.isPeer(peer)) {
        throw invalid(PEERS, "'" + peer + "' is not HOST or HOST:PORT");
      }
    }
    return bind != null ? bind : FleetSettings.addressTowards(peers, dns);
  }

  /**
   * The secret that all members know.
   *
   * @throws ParameterException if it is not given
   */
  public Secret secret() {
    if (secretFile == null) {
      throw missing(SECRET_FILE);
    }
    return secret(SECRET_FILE, secretFile);
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
