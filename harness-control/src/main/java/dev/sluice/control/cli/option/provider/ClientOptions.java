package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.factory.FactorySettings;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A client library of one's own, and how its connection factory is made. */
@Command(optionListHeading = "%nOther clients (--provider jndi and factory):%n")
final class ClientOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--class-path",
      order = 68,
      paramLabel = "PATH",
      defaultValue = "",
      description =
          "jndi, factory: the client's jars, as a folder or as several jars and folders "
              + "separated as in a class path.")
  String classPath;

  @Option(
      names = "--factory-class",
      order = 69,
      paramLabel = "CLASS",
      defaultValue = "",
      description = "factory: the class of the connection factory.")
  String factoryClass;

  @Option(
      names = "--factory-property",
      order = 69,
      paramLabel = "NAME=VALUE",
      description =
          "factory: a property of the connection factory: host=mq1 calls setHost. Repeatable.")
  Map<String, String> factoryProperties = new LinkedHashMap<>();

  /** An option that would have no effect is refused, not ignored. */
  void rejectUnless(boolean jndi, boolean factory) {
    OptionRules rules = new OptionRules(command);
    rules.requires("--provider jndi' or '--provider factory", jndi || factory, "--class-path");
    rules.requires("--provider factory", factory, "--factory-class", "--factory-property");
  }

  /**
   * The client's jars.
   *
   * @throws dev.sluice.jms.provider.ConfigurationException if one of them is not there
   */
  ClientJars jars() {
    return ClientJars.of(classPath);
  }

  /** The connection factory with the other parts of its settings. */
  FactorySettings factory(Credentials credentials) {
    if (factoryClass.isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          "Missing option: '--provider factory' needs '--factory-class CLASS'");
    }
    return new FactorySettings(factoryClass, factoryProperties, credentials, jars());
  }
}
