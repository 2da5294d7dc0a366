package dev.sluice.control.cli.option.fleet;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.SecretFile;
import dev.sluice.control.fleet.link.FleetSettings;
import dev.sluice.control.fleet.link.HostAddress;
import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.Secret;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which fleet, how its members are found, and what they have in common. */
@Command(optionListHeading = "%nThe fleet:%n")
public final class FleetOptions {

  private static final String FLEET = "--fleet";
  private static final String PEERS = "--peers";
  private static final String DNS = "--dns";
  private static final String PORT = "--fleet-port";
  private static final String BIND = "--bind";
  private static final String SECRET_FILE = "--fleet-secret-file";
  private static final int SUFFIX_BYTES = 3;

  private final Secrets secrets;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(names = FLEET, order = 20, paramLabel = "NAME", description = "The name of the fleet.")
  String fleet;

  @Option(
      names = PEERS,
      order = 21,
      paramLabel = "HOST[:PORT]",
      split = ",",
      description =
          "Hosts of agents of the fleet, one or more; each knows the others. Separated by commas.")
  List<String> peers = List.of();

  @Option(
      names = DNS,
      order = 22,
      paramLabel = "NAME",
      defaultValue = "",
      description =
          "A DNS name whose addresses are agents of the fleet, such as a headless service of "
              + "Kubernetes.")
  String dns;

  @Option(
      names = PORT,
      order = 23,
      paramLabel = "PORT",
      defaultValue = "" + FleetSettings.DEFAULT_PORT,
      converter = Numbers.Port.class,
      description = {
        "The port on which agents listen (default ${DEFAULT-VALUE}). Other members listen on it, "
            + "too, or on a free one if it is taken."
      })
  int port;

  @Option(
      names = BIND,
      order = 24,
      paramLabel = "ADDRESS",
      description =
          "The address to listen on, which the other members reach (default: the one from which "
              + "this host reaches the first of its peers).")
  InetAddress bind;

  @Option(
      names = SECRET_FILE,
      order = 25,
      paramLabel = "FILE",
      description =
          "The first line of this file is the secret that all members of the fleet know; all "
              + "they say to each other is encrypted with it.")
  Path secretFile;

  public FleetOptions(Secrets secrets) {
    this.secrets = secrets;
  }

  /** The name of the fleet, if one is meant. */
  public Optional<String> fleet() {
    new OptionRules(command).requires(FLEET, fleet != null, PEERS, DNS, PORT, BIND, SECRET_FILE);
    return Optional.ofNullable(fleet);
  }

  /**
   * The settings of an agent, which listens on the fleet's port.
   *
   * @param name what people call it
   * @throws ParameterException if an option is missing
   */
  public FleetSettings ofAgent(String name, String version) {
    return settings(name, version, false);
  }

  /**
   * The settings of a member that comes and goes, such as a controller.
   *
   * @param name what people call it
   * @throws ParameterException if an option is missing
   */
  public FleetSettings ofVisitor(String name, String version) {
    if (peers.isEmpty() && dns.isEmpty()) {
      throw missing(PEERS + "' or '" + DNS);
    }
    return settings(name, version, true);
  }

  private FleetSettings settings(String name, String version, boolean orFreePort) {
    if (fleet().isEmpty()) {
      throw missing(FLEET);
    }
    byte[] suffix = new byte[SUFFIX_BYTES];
    new SecureRandom().nextBytes(suffix);
    String member =
        name.replaceAll("[^A-Za-z0-9._-]", "-") + "#" + HexFormat.of().formatHex(suffix);
    try {
      return new FleetSettings(
          fleet, member, version, bindAddress(), port, orFreePort, port, peers, dns);
    } catch (IllegalArgumentException e) {
      throw new OptionRules(command).refusal(e.getMessage(), e);
    }
  }

  private InetAddress bindAddress() {
    for (String peer : peers) {
      if (!FleetSettings.isPeer(peer)) {
        throw new OptionRules(command).invalid(PEERS, "'" + peer + "' is not HOST or HOST:PORT");
      }
    }
    return bind != null ? bind : HostAddress.towards(peers, dns);
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
    return SecretFile.read(command.commandLine(), secrets, SECRET_FILE, secretFile);
  }

  private ParameterException missing(String option) {
    return new OptionRules(command).refusal("Missing required option: '" + option + "'");
  }
}
