package dev.sluice.it.nemesis;

/**
 * The process of an ActiveMQ Classic broker that keeps its journal: its ports for OpenWire and AMQP
 * and a folder as arguments. By reflection, because the jars of that broker are not those of this
 * build.
 */
public final class ClassicHost {

  private static final long ROOM_BYTES = 512L << 20;

  private final Object broker;

  private ClassicHost(Object broker) {
    this.broker = broker;
  }

  public static void main(String[] args) throws Exception {
    String uri =
        ("broker:(tcp://127.0.0.1:%s,amqp://127.0.0.1:%s)/nemesis"
                + "?persistent=true&useJmx=false&dataDirectory=%s")
            .formatted(args[0], args[1], args[2]);
    Object broker =
        Class.forName("org.apache.activemq.broker.BrokerFactory")
            .getMethod("createBroker", String.class)
            .invoke(null, uri);
    ClassicHost host = new ClassicHost(broker);
    host.limit("getStoreUsage", ROOM_BYTES);
    host.limit("getTempUsage", ROOM_BYTES);
    host.limit("getMemoryUsage", ROOM_BYTES >> 3);
    broker.getClass().getMethod("start").invoke(broker);
    broker.getClass().getMethod("waitUntilStarted").invoke(broker);
    HostProcess.serve(host::carryOut);
  }

  private void carryOut(String line) {
    switch (line) {
      case "disk full" -> limit("getStoreUsage", 1);
      case "disk free" -> limit("getStoreUsage", ROOM_BYTES);
      case "memory full" -> limit("getMemoryUsage", 1);
      case "memory free" -> limit("getMemoryUsage", ROOM_BYTES >> 3);
      default -> throw new IllegalArgumentException(line);
    }
  }

  private void limit(String usage, long bytes) {
    try {
      Object system = broker.getClass().getMethod("getSystemUsage").invoke(broker);
      Object limited = system.getClass().getMethod(usage).invoke(system);
      limited.getClass().getMethod("setLimit", long.class).invoke(limited, bytes);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(usage, e);
    }
  }
}
