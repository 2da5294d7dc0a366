package dev.sluice.it.brokers;

import java.util.OptionalInt;

/** A broker that is one process. */
interface ServedBroker extends TestedBroker {

  BrokerProcess process();

  /** Its port for clients. */
  int port();

  @Override
  default String provider() {
    return providerBy(port());
  }

  @Override
  default OptionalInt watchedPort() {
    return OptionalInt.of(port());
  }

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
