package dev.sluice.jms.provider.artemis;

import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.FailureExplainer;
import dev.sluice.jms.provider.Failures;
import dev.sluice.jms.provider.Interruption;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Knows the failures of the Artemis client by their type. */
public final class ArtemisFailures implements FailureExplainer {

  private final String place;
  private final ConnectionFactory factory;

  /**
   * @param place where connections go to, as {@code " at tcp://host:61616"}, or empty
   * @param factory makes them; of any client
   */
  public ArtemisFailures(String place, ConnectionFactory factory) {
    this.place = place;
    this.factory = factory;
  }

  @Override
  public Optional<Failure> explain(Throwable failure) {
    return ofClient(failure).map(this::explained);
  }

  /** The client's own failure in what it is wrapped in, if there is one. */
  private static Optional<ActiveMQException> ofClient(Throwable failure) {
    return CauseChain.of(failure).stream()
        .filter(ActiveMQException.class::isInstance)
        .map(ActiveMQException.class::cast)
        .findFirst();
  }

  /** What a failure says of a client that reconnects by itself. */
  static Interruption interruption(Throwable failure) {
    if (failure instanceof JMSException told
        && ActiveMQConnection.EXCEPTION_FAILOVER.equals(told.getErrorCode())) {
      return Interruption.RECONNECTED;
    }
    return ofClient(failure)
        .map(
            each ->
                switch (each.getType()) {
                  case UNBLOCKED -> Interruption.RECONNECTED;
                  case TRANSACTION_ROLLED_BACK -> Interruption.ROLLED_BACK;
                  default -> Interruption.NONE;
                })
        .orElse(Interruption.NONE);
  }

  private Failure explained(ActiveMQException failure) {
    ActiveMQExceptionType type = failure.getType();
    return switch (type) {
      case NOT_CONNECTED -> notConnected(type);
      case DISCONNECTED, REMOTE_DISCONNECT, SHUTDOWN_ERROR ->
          unreachable(type, "the broker ended the connection" + place, "");
      case OBJECT_CLOSED -> unreachable(type, "the connection is closed" + place, "");
      case SESSION_CREATION_REJECTED ->
          unreachable(type, "the broker accepts no more sessions" + place, "");
      case CONNECTION_TIMEDOUT ->
          unanswered(type, "the broker did not answer a call in time" + place);
      case UNBLOCKED ->
          unanswered(type, "the connection failed during a call: its outcome is unknown");
      case ADDRESS_FULL ->
          goesOn(type, "the queue is full", "Read it faster, or raise its max-size-bytes.");
      case TRANSACTION_ROLLED_BACK -> goesOn(type, "the broker rolled the transaction back", "");
      case SECURITY_EXCEPTION, CLUSTER_SECURITY_EXCEPTION ->
          wrong(
              type,
              "the broker rejected this user" + place + ": " + CauseChain.firstLine(failure),
              "Check user, password and the broker's security settings.");
      case INVALID_FILTER_EXPRESSION ->
          wrong(
              type,
              "the selector is invalid: " + CauseChain.firstLine(failure),
              "Write it as color = 'red' AND size > 3.");
      case INVALID_TRANSIENT_QUEUE_USE ->
          wrong(
              type,
              "a subscription of this name exists, on another topic or with another selector: "
                  + CauseChain.firstLine(failure),
              "End it, or use another --subscription.");
      case QUEUE_DOES_NOT_EXIST, ADDRESS_DOES_NOT_EXIST ->
          wrong(
              type,
              CauseChain.firstLine(failure),
              "Create the queue, or let the broker create queues by itself.");
      default -> new Failure(words(type, CauseChain.firstLine(failure)), "", false, true);
    };
  }

  private Failure notConnected(ActiveMQExceptionType type) {
    List<String> unknown = unknownHosts();
    return unknown.isEmpty()
        ? unreachable(
            type,
            "no broker answered" + place,
            "Check that it is running, and the URL's host and port.")
        : unreachable(
            type, "unknown host " + String.join(", ", unknown) + place, Failures.CHECK_THE_NAME);
  }

  /** Those the client tried, if none of them has an address; it does not say so itself. */
  private List<String> unknownHosts() {
    if (!(factory instanceof ActiveMQConnectionFactory artemis)) {
      return List.of();
    }
    List<String> hosts =
        Stream.of(artemis.getStaticConnectors())
            .map(connector -> connector.getParams().get(TransportConstants.HOST_PROP_NAME))
            .filter(Objects::nonNull) // a broker in this process has none
            .map(String::valueOf)
            .distinct()
            .toList();
    return hosts.stream().allMatch(ArtemisFailures::unknown) ? hosts : List.of();
  }

  private static boolean unknown(String host) {
    try {
      return InetAddress.getAllByName(host).length == 0;
    } catch (UnknownHostException e) {
      return true;
    }
  }

  private static Failure unreachable(ActiveMQExceptionType type, String meaning, String remedy) {
    return new Failure(words(type, meaning), remedy, false, true, false);
  }

  private static Failure unanswered(ActiveMQExceptionType type, String meaning) {
    return new Failure(words(type, meaning), "", false, false, true);
  }

  private static Failure goesOn(ActiveMQExceptionType type, String meaning, String remedy) {
    return new Failure(words(type, meaning), remedy, false, false);
  }

  private static Failure wrong(ActiveMQExceptionType type, String meaning, String remedy) {
    return new Failure(words(type, meaning), remedy, true, true);
  }

  private static String words(ActiveMQExceptionType type, String meaning) {
    return type + ": " + meaning;
  }
}
