import org.apache.activemq.broker.BrokerService;

/**
 * An ActiveMQ Classic broker in a process of its own that speaks AMQP 1.0 and keeps messages in
 * memory. Ends when its standard input does.
 *
 * <pre>java -cp 'clients/activemq/*:sluice.jar' Classic.java PORT</pre>
 */
final class Classic {

  private static final long MEMORY = 2L << 30; // senders wait when it is full

  private Classic() {}

  public static void main(String[] args) throws Exception {
    BrokerService broker = new BrokerService();
    broker.setPersistent(false);
    broker.setUseJmx(false);
    broker.getSystemUsage().getMemoryUsage().setLimit(MEMORY);
    broker.addConnector("amqp://127.0.0.1:" + args[0]);
    broker.start();
    broker.waitUntilStarted();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // whoever started it holds the other end
    }
    broker.stop();
  }
}
