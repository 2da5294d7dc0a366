package dev.sluice.it.nemesis;

import java.nio.file.Path;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.files.FileStoreMonitor;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/** The process of an Artemis broker that keeps its journal: a port and a folder as arguments. */
final class ArtemisHost {

  private static final int SMALL_BYTES = 4 << 10;
  private static final long ROOM_BYTES = 64L << 20;
  private static final int JOURNAL_FILE_BYTES = 1 << 20;
  private static final int DISK_SCAN_MILLIS = 100;

  private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();

  private ArtemisHost(int port, Path folder) throws Exception {
    server.setConfiguration(configuration(port, folder));
    server.start();
  }

  public static void main(String[] args) throws Exception {
    ArtemisHost host = new ArtemisHost(Integer.parseInt(args[0]), Path.of(args[1]));
    HostProcess.serve(host::carryOut);
  }

  private static Configuration configuration(int port, Path folder) throws Exception {
    return new ConfigurationImpl()
        .setName("nemesis")
        .setPersistenceEnabled(true)
        .setJournalType(JournalType.NIO)
        .setJournalFileSize(JOURNAL_FILE_BYTES)
        .setJournalDirectory(folder.resolve("journal").toString())
        .setBindingsDirectory(folder.resolve("bindings").toString())
        .setLargeMessagesDirectory(folder.resolve("large").toString())
        .setPagingDirectory(folder.resolve("paging").toString())
        .setSecurityEnabled(false)
        .setJMXManagementEnabled(false)
        .setDiskScanPeriod(DISK_SCAN_MILLIS)
        .setMaxDiskUsage(100)
        .addAddressSetting("#", settings(AddressFullMessagePolicy.BLOCK, ROOM_BYTES))
        .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port + "?protocols=CORE");
  }

  private static AddressSettings settings(AddressFullMessagePolicy policy, long maxBytes) {
    return new AddressSettings()
        .setDeadLetterAddress(SimpleString.of("DLQ"))
        .setExpiryAddress(SimpleString.of("EXPIRED"))
        .setAutoCreateQueues(true)
        .setAutoCreateAddresses(true)
        .setAutoDeleteQueues(false)
        .setAutoDeleteAddresses(false)
        .setMaxSizeBytes(maxBytes)
        .setPageSizeBytes(SMALL_BYTES)
        .setAddressFullMessagePolicy(policy);
  }

  private void carryOut(String line) {
    String[] words = line.split(" ", -1);
    switch (words[0]) {
      case "full" -> {
        // nobody takes a message away meanwhile, so that it gets full
        hold(words[2], true);
        set(settings(AddressFullMessagePolicy.valueOf(words[1]), SMALL_BYTES));
      }
      case "room" -> {
        set(settings(AddressFullMessagePolicy.BLOCK, ROOM_BYTES));
        hold(words[1], false);
      }
      case "disk" -> {
        FileStoreMonitor monitor = ((ActiveMQServerImpl) server.getActiveMQServer()).getMonitor();
        monitor.setMaxUsage(words[1].equals("full") ? 0.0 : 1.0);
        monitor.tick();
      }
      default -> throw new IllegalArgumentException(line);
    }
  }

  private void set(AddressSettings settings) {
    server.getActiveMQServer().getAddressSettingsRepository().addMatch("#", settings);
  }

  private void hold(String name, boolean held) {
    Queue queue = server.getActiveMQServer().locateQueue(SimpleString.of(name));
    if (queue == null) {
      return;
    }
    if (held) {
      queue.pause();
    } else {
      queue.resume();
    }
  }
}
