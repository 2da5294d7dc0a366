package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.secret.Secrets;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Where a port listens, as its options give it.
 *
 * @param option the one that gives the address
 * @param bind the address or name
 * @param port 0 for any that is free
 */
record PortAddress(String option, String bind, int port) {

  /**
   * The settings of the port.
   *
   * @param tls its encryption
   * @param guarded refuses settings that let other hosts do too much
   * @throws ParameterException if they are refused, or if there is something wrong with the address
   *     or the files
   */
  PortSettings settings(
      CommandSpec command,
      Secrets secrets,
      Supplier<AccessTokens> tokens,
      TlsFiles tls,
      UnaryOperator<PortSettings> guarded) {
    try {
      return guarded.apply(
          new PortSettings(
              InetAddress.getByName(bind), port, tokens.get(), tls.read(command, secrets)));
    } catch (UnknownHostException e) {
      throw invalid(command, "unknown address", e);
    } catch (IllegalArgumentException e) {
      throw invalid(command, e.getMessage(), e);
    }
  }

  private ParameterException invalid(CommandSpec command, String why, Exception cause) {
    return new OptionRules(command).invalid(option, "'" + bind + "': " + why, cause);
  }
}
