package dev.sluice.it.brokers;

/** A broker that is one process. */
interface ServedBroker extends TestedBroker {

  BrokerProcess process();

  @Override
  default void start() throws Exception {
    process().start();
  }

  @Override
  default void kill() throws Exception {
    process().kill();
  }

  @Override
  default void close() {
    process().close();
  }
}
