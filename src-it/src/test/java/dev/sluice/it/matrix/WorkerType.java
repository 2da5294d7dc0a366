package dev.sluice.it.matrix;

import java.util.Locale;
import java.util.Optional;

/** Every type of worker, and how it is tried. */
enum WorkerType {
  SENDER(OneWayTrials::sender),
  ASYNC_SENDER(OneWayTrials::asyncSender) {
    @Override
    Optional<String> whyNot(Mode mode) {
      return mode.transacted()
          ? Optional.of(
              "a commit waits for all answers, so there is nothing asynchronous left to try;"
                  + " refused as a wrong setting")
          : Optional.empty();
    }
  },
  RECEIVER(OneWayTrials::receiver),
  LISTENING_RECEIVER(OneWayTrials::listeningReceiver),
  PUT_GET(RoundTripTrials::putGet),
  REQUESTER(RoundTripTrials::requester),
  RESPONDER(RoundTripTrials::responder),
  PUBLISHER(OneWayTrials::publisher),
  SUBSCRIBER(OneWayTrials::subscriber),
  FORWARDER(RoundTripTrials::forwarder),
  CHURN(ConnectionTrials::churn) {
    @Override
    Optional<String> whyNot(Mode mode) {
      return mode.persistent()
          ? Optional.of("it has no messages, so it has no persistent ones either")
          : Optional.empty();
    }
  },
  RECONNECT_TIMER(RoundTripTrials::reconnectTimer),
  DEAD_LETTER_MONITOR(OneWayTrials::deadLetterMonitor),
  BROWSER(OneWayTrials::browser);

  /** Lets workers of a type do what they are for, and looks at what came of it. */
  @FunctionalInterface
  interface Trial {
    void run(Stand stand) throws Exception;
  }

  private final Trial trial;

  WorkerType(Trial trial) {
    this.trial = trial;
  }

  void tryAt(Stand stand) throws Exception {
    trial.run(stand);
  }

  /** Why there is no such worker in a mode; empty if there is. */
  Optional<String> whyNot(Mode mode) {
    return Optional.empty();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
