package dev.sluice.it.matrix;

import java.util.Locale;
import java.util.Optional;

/** Every type of worker, and how it is tried. */
enum WorkerType {
  SENDER,
  ASYNC_SENDER,
  RECEIVER,
  LISTENING_RECEIVER,
  PUT_GET,
  REQUESTER,
  RESPONDER,
  PUBLISHER,
  SUBSCRIBER,
  FORWARDER,
  CHURN,
  RECONNECT_TIMER,
  DEAD_LETTER_MONITOR,
  BROWSER;

  /** Lets workers of the type do what they are for, and looks at what came of it. */
  void tryAt(Stand stand) throws Exception {
    switch (this) {
      case SENDER -> OneWayTrials.sender(stand);
      case ASYNC_SENDER -> OneWayTrials.asyncSender(stand);
      case RECEIVER -> OneWayTrials.receiver(stand);
      case LISTENING_RECEIVER -> OneWayTrials.listeningReceiver(stand);
      case PUT_GET -> RoundTripTrials.putGet(stand);
      case REQUESTER -> RoundTripTrials.requester(stand);
      case RESPONDER -> RoundTripTrials.responder(stand);
      case PUBLISHER -> OneWayTrials.publisher(stand);
      case SUBSCRIBER -> OneWayTrials.subscriber(stand);
      case FORWARDER -> RoundTripTrials.forwarder(stand);
      case CHURN -> ConnectionTrials.churn(stand);
      case RECONNECT_TIMER -> RoundTripTrials.reconnectTimer(stand);
      case DEAD_LETTER_MONITOR -> OneWayTrials.deadLetterMonitor(stand);
      case BROWSER -> OneWayTrials.browser(stand);
    }
  }

  /** Why there is no such worker in a mode; empty if there is. */
  Optional<String> whyNot(Mode mode) {
    if (this == ASYNC_SENDER && mode.transacted()) {
      return Optional.of("refused as a wrong setting: its messages are settled one by one");
    }
    if (this == CHURN && mode.persistent()) {
      return Optional.of("it has no messages, so it has no persistent ones either");
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
