package dev.sluice.jms.provider;

import jakarta.jms.MessageNotWriteableException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Calls of the JMS API that not every client library has, or not for every broker: what they are
 * for, and what goes without them.
 */
enum Unsupported {
  CREATE_CONNECTION("connect", "Set the properties that its connection factory needs."),
  CREATE_CONTEXT("use the simplified API", "Leave out --api."),
  SET_CLIENT_ID("take a client id", "Leave out --client-id."),
  CREATE_SESSION("use such sessions", "Leave out --transacted and --ack."),
  CREATE_TOPIC("use topics", "Use 'send' and 'receive'."),
  CREATE_SHARED_CONSUMER("share subscriptions", "Leave out --shared."),
  CREATE_SHARED_DURABLE_CONSUMER("share durable subscriptions", "Leave out --shared or --durable."),
  CREATE_DURABLE_SUBSCRIBER("keep subscriptions", "Leave out --durable."),
  CREATE_DURABLE_CONSUMER("keep subscriptions", "Leave out --durable."),
  CREATE_CONSUMER(
      "receive by a selector",
      "Leave out --selector; replies need none with --reply-correlation none."),
  CREATE_BROWSER("browse this way", "Leave out --selector, or do without 'browse'."),
  CREATE_TEMPORARY_QUEUE("make temporary queues", "Name a --reply-queue."),
  SET_STRING_PROPERTY(Unsupported.STAMPING, Unsupported.OTHER_BODIES),
  SET_LONG_PROPERTY(Unsupported.STAMPING, Unsupported.OTHER_BODIES),
  SET_DELIVERY_DELAY("delay deliveries", "Leave out --delivery-delay."),
  SEND("send this way", "Leave out --async-send and --delivery-delay.");

  private static final String STAMPING = "stamp a message whose body was read for its checksum";
  private static final String OTHER_BODIES = "Use --message text, or leave out --verify.";

  /** Words of clients and brokers for what they do not have. */
  private static final Pattern WORDS =
      Pattern.compile("(?i)not (support|implemented)|unsupported\\b|unknown exchange type");

  private final String call;
  private final String purpose;
  private final String without;

  Unsupported(String purpose, String without) {
    this.call = name().replace("_", "");
    this.purpose = purpose;
    this.without = without;
  }

  /** The meaning of a failure that says that the client cannot do what it was asked for. */
  static Optional<Failure> explain(Throwable failure) {
    return CauseChain.of(failure).stream()
        .filter(Unsupported::saidBy)
        .findFirst()
        .map(said -> explain(said, CauseChain.jmsFailure(failure)));
  }

  private static boolean saidBy(Throwable cause) {
    return cause instanceof UnsupportedOperationException
        || cause instanceof MessageNotWriteableException
        || saysOfItself(cause)
        || (!(cause instanceof IOException) // of a TLS protocol, say
            && WORDS.matcher(CauseChain.firstLine(cause)).find());
  }

  /**
   * Whether a connection factory says so of itself, rather than of a call that it made; or a
   * connection that was used before it was handed out, as those that a pool shares.
   */
  private static boolean saysOfItself(Throwable cause) {
    return cause.getCause() == null
        && (cause.getClass() == IllegalStateException.class
            || cause.getClass() == jakarta.jms.IllegalStateException.class
            || cause.getClass() == IllegalArgumentException.class)
        && asked(cause)
            .filter(each -> each == CREATE_CONNECTION || each == SET_CLIENT_ID)
            .isPresent();
  }

  private static Failure explain(Throwable said, Throwable thrown) {
    Optional<Unsupported> asked = asked(said).or(() -> asked(thrown));
    return new Failure(
        "this client cannot "
            + asked.map(each -> each.purpose).orElse("do what it is asked for")
            + ": "
            + CauseChain.line(said),
        asked.map(each -> each.without).orElse(""),
        true,
        true,
        false,
        true);
  }

  /** The call that it was thrown by, which is the first of those below it. */
  private static Optional<Unsupported> asked(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .flatMap(
            frame ->
                Arrays.stream(values())
                    .filter(each -> each.call.equalsIgnoreCase(frame.getMethodName())))
        .findFirst();
  }
}
