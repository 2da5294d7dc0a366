#!/bin/sh
# One would expect that Artemis, which runs with Netty 4.2 in its class path as with its own 4.1, starts again on its
# store. With Java 25 it starts the first time only with the journal NIO, and never with MAPPED: "Cannot clean arbitrary
# ByteBuffer instances" is logged, and start() returns as if all were well. A soak that restarts an embedded broker
# measures one that is not there. With Netty 4.1, or with -Dio.netty.noUnsafe=false, it starts each time.
set -eu
echo "Artemis broker 2.56.0 with Netty 4.2.20.Final and 4.1.137.Final; needs Java 25 as java"
here=$(dirname "$0")
class=$(mktemp)
trap 'rm -f "$class"' EXIT
cat > "$class" <<'JAVA'
import java.nio.file.*;
import java.util.*;
import java.util.stream.Stream;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;

public class Finding {

  /** How often of three times on the same store a broker is active after start() has returned. */
  static int starts(JournalType type) throws Exception {
    Path store = Files.createTempDirectory("finding");
    int active = 0;
    for (int i = 0; i < 3; i++) {
      EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
      broker.setConfiguration(new ConfigurationImpl()
          .setSecurityEnabled(false)
          .setJournalType(type)
          .setJournalDirectory(store.resolve("journal").toString())
          .setBindingsDirectory(store.resolve("bindings").toString())
          .setLargeMessagesDirectory(store.resolve("large").toString())
          .setPagingDirectory(store.resolve("paging").toString())
          .addAcceptorConfiguration("vm", "vm://0"));
      broker.start();
      active += broker.getActiveMQServer().isActive() ? 1 : 0;
      broker.stop();
    }
    try (Stream<Path> files = Files.walk(store)) {
      files.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
    }
    return active;
  }

  static boolean found() throws Exception {
    int nio = starts(JournalType.NIO);
    int mapped = starts(JournalType.MAPPED);
    String netty = io.netty.util.Version.identify().get("netty-common").artifactVersion();
    System.out.println("Java " + Runtime.version().feature() + ", Netty " + netty
        + ": active after " + nio + " of 3 starts with NIO, " + mapped + " of 3 with MAPPED: " + (nio + mapped));
    return true; // what is expected depends on Netty
  }
}
JAVA

# How often of six times the broker started.
starts() {
  told=$("$here/run-java" "$@" < "$class")
  echo "$told"
  started=${told##* }
}

starts org.apache.artemis:artemis-server:2.56.0
own=$started
starts io.netty:netty-common:4.2.20.Final io.netty:netty-buffer:4.2.20.Final io.netty:netty-transport:4.2.20.Final \
  io.netty:netty-handler:4.2.20.Final io.netty:netty-codec:4.2.20.Final io.netty:netty-resolver:4.2.20.Final \
  org.apache.artemis:artemis-server:2.56.0
[ "$own" = 6 ] && [ "$started" = 1 ]
