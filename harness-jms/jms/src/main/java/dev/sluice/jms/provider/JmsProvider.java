package dev.sluice.jms.provider;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A way to a broker. Made from settings that were found right; connects when asked to. Safe for any
 * number of threads.
 */
public interface JmsProvider extends AutoCloseable {

  /** Its name in options and reports. */
  String name();

  /** Where it goes and how, in one line without secrets. */
  String describe();

  /** Whether it connects to anything; where it does not, workers do nothing. */
  default boolean connects() {
    return true;
  }

  /** What each of its connections takes of this process, if that is known of its client. */
  default Optional<ConnectionCost> connectionCost() {
    return Optional.empty();
  }

  /**
   * A new connection that is not started, with the credentials of the settings. It belongs to the
   * caller.
   *
   * @param watch learns by any thread, from when the connection is there, to whom it is, and what
   *     happens to it where the provider gets lost connections back by itself
   * @throws JMSException if there is none in reasonable time; {@link #explain} says what it means
   */
  Connection connect(ConnectionWatch watch) throws JMSException;

  /** The same, watched by nobody. */
  default Connection connect() throws JMSException {
    return connect(ConnectionWatch.NOBODY);
  }

  /**
   * As {@link #connect(ConnectionWatch)}, by the simplified API: a connection with a session.
   *
   * @param sessionMode how what is received is acknowledged, by the numbers of the API
   */
  JMSContext context(int sessionMode, ConnectionWatch watch) throws JMSException;

  /**
   * The client library, which finds its parts by the class loader of the thread that calls it. A
   * worker's thread is the library's for life; any other that uses or closes a connection is only
   * meanwhile.
   */
  default ClientJars client() {
    return ClientJars.of(getClass());
  }

  /**
   * Has the broker complete asynchronous sends of all later connections, where the client would
   * complete them itself.
   */
  default void confirmSends() {}

  /** Whether a call failed because the provider connected again during it; never fails itself. */
  default Interruption interruption(Throwable failure) {
    return Interruption.NONE;
  }

  /**
   * Whether a message that was sent outside of a transaction, without a failure, may not have
   * arrived all the same. Asked after every send, so it must not take long, nor allocate.
   */
  default boolean inDoubt(Message sent) throws JMSException {
    return false;
  }

  /**
   * Whether a get outside of a transaction takes its message off the queue before the client has
   * it, so that one without an answer may have taken a message.
   */
  default boolean getsTakeAtOnce() {
    return false;
  }

  /**
   * Has messages that are put to a destination keep the ids that {@link #identify} gives them,
   * where the provider can. Of such messages {@link #inDoubt} may know less.
   *
   * @param to before anything is made of it
   * @return whether they keep them
   */
  default boolean keepMessageIds(Destination to) throws JMSException {
    return false;
  }

  /**
   * Gives a message the id that it is to have wherever ids are kept.
   *
   * @param id {@code ID:} and the 48 hexadecimal digits of 24 bytes
   */
  default void identify(Message message, String id) throws JMSException {
    throw new UnsupportedOperationException(name() + " makes message ids itself");
  }

  /**
   * The queue or topic of that name, for the session's producers and consumers.
   *
   * @param session makes one of its name
   */
  default Destination destination(DestinationMaker session, String name) throws JMSException {
    return session.create(name);
  }

  /**
   * Whether a listener that is brought a message can close its consumer and take the listeners off
   * the others of its session, so that no more is brought, and that message is acknowledged all the
   * same.
   */
  default boolean listenersEndDelivery() {
    return false;
  }

  /**
   * Whether a message goes back to where it came from, though nobody acknowledges messages but the
   * client library, if its listener closes the consumer before it returns.
   */
  default boolean closingConsumersRefuse() {
    return false;
  }

  /**
   * Whether another thread can end a call that waits, by closing its consumer or its connection,
   * whatever becomes of the connection meanwhile.
   */
  default boolean closingEndsWaits() {
    return true;
  }

  /**
   * Asks the broker something beside what workers do, on a thread of its own.
   *
   * @param otherwise the answer if none comes in this time
   */
  default <T> T asked(Supplier<T> question, Duration within, T otherwise) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    NanoClock.SYSTEM.start(
        "question to " + name(), () -> client().run(() -> answer.complete(question.get())));
    return answer.completeOnTimeout(otherwise, within.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  /** A way to ask how many messages wait in queues, where the broker tells. */
  default Optional<QueueDepths> queueDepths() {
    return Optional.empty();
  }

  /**
   * The queue in which the broker keeps a durable subscription; empty if it does not tell.
   *
   * @param clientId empty for none
   */
  default Optional<String> queueOfSubscription(String clientId, String subscription) {
    return Optional.empty();
  }

  /**
   * A way to ask the broker, or each member of its group, what it knows of itself.
   *
   * @param interest by words of {@link ProviderType#measures()} of its type
   * @throws ConfigurationException if that cannot be asked
   */
  default Optional<BrokerView> view(BrokerView.Interest interest) {
    return Optional.empty();
  }

  /** The name under which brokers count its connections; empty if they have none. */
  default String application() {
    return "";
  }

  /** How full a queue is, one phrase; empty if the broker does not tell. */
  default String queueState(String queue) {
    try (QueueDepths depths = queueDepths().orElse(null)) {
      return depths == null ? "" : queue + " holds " + depths.depth(queue) + " messages";
    } catch (JMSException e) {
      return "";
    }
  }

  /** The queue where dead letters go to unless settings of the broker say otherwise. */
  default String deadLetterQueue() {
    return "DLQ";
  }

  /**
   * Why a message is a dead letter, as far as can be told, with where it was meant to go: in the
   * same words for the same reason.
   */
  default String deadLetterReason(Message letter) throws JMSException {
    int deliveries =
        letter.propertyExists("JMSXDeliveryCount") ? letter.getIntProperty("JMSXDeliveryCount") : 0;
    return deliveries > 1 || letter.getJMSRedelivered()
        ? "delivered more than once"
        : "no reason given";
  }

  /** Explains a failure of this provider's connections; never fails itself. */
  Failure explain(Throwable failure);

  /** Lets go of what the provider holds itself; connections are closed by those who have them. */
  @Override
  void close();
}
