package dev.sluice.control.sink.folder;

import dev.sluice.control.format.RunDocument.Host;
import dev.sluice.jms.provider.ProviderType;
import dev.sluice.jms.provider.ProviderTypes;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of a run.
 *
 * @param versions of the harness, the JVM and the client libraries, by name
 * @param host with its options of the JVM, as it was given them: heap, garbage collector
 */
public record Environment(Map<String, String> versions, Host host) {

  /**
   * Of this process.
   *
   * @param providers those whose client libraries it may use
   */
  public static Environment ofThisProcess(ProviderTypes providers) {
    Map<String, String> versions =
        new LinkedHashMap<>(ProviderType.versionsBeside(Environment.class));
    providers.all().forEach(type -> versions.putAll(type.versions()));
    versions.putAll(ProviderType.versionsBeside(ProviderTypes.class));
    versions.put("JVM", System.getProperty("java.vm.name") + " " + Runtime.version());
    return new Environment(
        versions,
        new Host(
            hostName(),
            System.getProperty("os.name")
                + " "
                + System.getProperty("os.version")
                + " "
                + System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors(),
            Runtime.getRuntime().maxMemory(),
            ZoneId.systemDefault().getId(),
            Optional.of(ManagementFactory.getRuntimeMXBean().getInputArguments())));
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown"; // a host without a name can run tests, too
    }
  }
}
