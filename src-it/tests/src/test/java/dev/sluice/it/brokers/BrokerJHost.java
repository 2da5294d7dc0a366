package dev.sluice.it.brokers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The process of a Qpid Broker-J that keeps messages in Derby: its folder and its port. By
 * reflection, because the jars of that broker are not those of this build.
 */
final class BrokerJHost {

  /** Its port is open before its queues are there. */
  static final String READY = "the queues are there";

  /**
   * Whoever connects may; queues are made where they are named first, and hold delayed messages.
   */
  private static final String CONFIGURATION =
      """
      {"name": "broker", "modelVersion": "9.0",
       "authenticationproviders": [{"name": "anyone", "type": "Anonymous"}],
       "ports": [{"name": "AMQP", "port": "PORT", "bindingAddress": "127.0.0.1",
         "authenticationProvider": "anyone", "protocols": ["AMQP_1_0"],
         "virtualhostaliases": [{"name": "nameAlias", "type": "nameAlias"},
           {"name": "defaultAlias", "type": "defaultAlias"},
           {"name": "hostnameAlias", "type": "hostnameAlias"}]}],
       "virtualhostnodes": [{"name": "default", "type": "JSON", "defaultVirtualHostNode": "true",
         "virtualHostInitialConfiguration": "{'type': 'DERBY', 'nodeAutoCreationPolicies': [
           {'pattern': 'Q[.].*', 'createdOnPublish': 'true', 'createdOnConsume': 'true',
            'nodeType': 'queue', 'attributes': {'holdOnPublishEnabled': 'true'}}]}"}]}
      """;

  private BrokerJHost() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[0]));
    Path configuration = folder.resolve("initial.json");
    Files.writeString(
        configuration,
        CONFIGURATION.replace('\n', ' ').replace("'", "\\\"").replace("PORT", args[1]));
    System.setProperty("QPID_WORK", folder.toString());
    Class<?> launcher = Class.forName("org.apache.qpid.server.SystemLauncher");
    launcher
        .getMethod("startup", Map.class)
        .invoke(
            launcher.getConstructor().newInstance(),
            Map.of("type", "JSON", "initialConfigurationLocation", configuration.toString()));
    System.out.println(READY);
    Thread.currentThread().join();
  }
}
