package dev.sluice.it;

import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** A broker that goes down and comes back at the same address. */
interface LiveBroker extends AutoCloseable {

  /** Makes one, which the test closes. */
  @FunctionalInterface
  interface Maker {
    LiveBroker make();
  }

  /**
   * A name and a {@link Maker} of each kind whose client leaves it to the harness to connect again.
   */
  static Stream<Arguments> kinds() {
    return Stream.of(
        Arguments.of("Artemis", (Maker) LiveArtemis::new),
        Arguments.of(
            "simulated queue manager",
            (Maker) () -> new LiveQueueManager(ReconnectOption.DISABLED)));
  }

  /** Connects to it, whether it runs or not. */
  JmsProvider provider();

  /** The queue that messages end up in which nobody can take. */
  String deadLetterQueue();

  /** How often a message is delivered before it ends up there. */
  int deliveries();

  /** Ends it without a word to its clients. */
  void kill();

  /** Starts it again. */
  void start();

  @Override
  void close();
}
