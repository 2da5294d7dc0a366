package dev.sluice.jms.provider;

import dev.sluice.jms.provider.ConnectDeadline.ConnectTimeoutException;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.TransactionRolledBackException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Asks those who know client libraries, then falls back on what the JMS API itself tells of a
 * failure.
 */
public final class Failures {

  /** The remedy for a host that has no address. */
  public static final String CHECK_THE_NAME = "Check the name, and that this host can resolve it.";

  private static final Pattern SCHEME = Pattern.compile("(?i)\\bscheme\\b");

  /** As ActiveMQ Classic and Qpid say of an answer that they cannot read. */
  private static final Pattern OTHER_PROTOCOL =
      Pattern.compile("Unknown data type: \\d|Frame size of .* larger than|header mismatch");

  /** As Apache Commons Pool says it, which most pools of sessions are made of. */
  private static final Pattern EMPTY_POOL =
      Pattern.compile("Pool exhausted|Timeout waiting for idle object");

  private final List<FailureExplainer> explainers;

  public Failures(FailureExplainer... explainers) {
    this.explainers = List.of(explainers);
  }

  /**
   * Asks the explainers of types of providers, for a connection factory of any client.
   *
   * @param types all that there are
   * @param place where connections lead to, as it stands in messages, with a space before it
   */
  public static Failures ofAnyClient(
      List<ProviderType> types, String place, ConnectionFactory factory) {
    return new Failures(
        types.stream()
            .filter(type -> !type.lacksClient()) // nothing can have failed in it
            .flatMap(type -> type.explainer(place, factory).stream())
            .toArray(FailureExplainer[]::new));
  }

  /** The meaning of the failure. */
  public Failure explain(Throwable failure) {
    return ours(failure)
        .or(() -> explainers.stream().flatMap(e -> e.explain(failure).stream()).findFirst())
        .or(() -> Unsupported.explain(failure))
        .orElseGet(() -> plain(CauseChain.jmsFailure(failure)));
  }

  private static Optional<Failure> ours(Throwable failure) {
    for (Throwable cause : CauseChain.of(failure)) {
      if (cause instanceof ConfigurationException) {
        return Optional.of(new Failure(cause.getMessage(), "", true, true));
      }
      if (cause instanceof ConnectTimeoutException) {
        return Optional.of(
            new Failure(
                cause.getMessage(),
                "Check host, port and firewalls: a server accepts connections but does "
                    + "not answer, or packets are dropped.",
                false,
                true));
      }
    }
    return Optional.empty();
  }

  private static Failure plain(Throwable failure) {
    boolean configuration =
        failure instanceof JMSSecurityException
            || failure instanceof InvalidDestinationException
            || ofUrl(failure)
            || says(failure, EMPTY_POOL);
    boolean goesOn = failure instanceof TransactionRolledBackException || ofMessage(failure);
    return new Failure(words(failure), remedy(failure), configuration, !goesOn);
  }

  /** Whether one message is not as its user wants it, which says nothing of the connection. */
  private static boolean ofMessage(Throwable failure) {
    return failure instanceof MessageFormatException
        || failure instanceof MessageEOFException
        || failure instanceof MessageNotReadableException
        || failure instanceof MessageNotWriteableException;
  }

  /** Whether the client does not know a URL's scheme, for which clients have no type. */
  private static boolean ofUrl(Throwable failure) {
    return says(failure, SCHEME);
  }

  private static boolean says(Throwable failure, Pattern words) {
    return CauseChain.of(failure).stream()
        .anyMatch(cause -> words.matcher(CauseChain.firstLine(cause)).find());
  }

  /** Client libraries differ in words; what to do is told by types of Java and of the JMS API. */
  private static String remedy(Throwable failure) {
    boolean unreached =
        CauseChain.of(failure).stream()
            .anyMatch(
                cause -> cause instanceof SocketException || cause instanceof UnknownHostException);
    if (unreached) {
      return "Check host and port, and that the broker is running.";
    }
    if (ofUrl(failure)) {
      return "Check the URL: the client's manual has the schemes that may begin it.";
    }
    if (says(failure, EMPTY_POOL)) {
      return "Let the pool have a session for each worker: raise its limits, or use fewer workers.";
    }
    if (says(failure, OTHER_PROTOCOL)) {
      return "Check the port: it may be one of another protocol, or of another kind of server.";
    }
    if (failure instanceof JMSSecurityException) {
      return "Check user, password and the broker's security settings.";
    }
    return failure instanceof InvalidDestinationException
        ? "Check its name; create it, or let the broker create it by itself."
        : "";
  }

  private static String words(Throwable failure) {
    String code = failure instanceof JMSException jms ? jms.getErrorCode() : null;
    String message = CauseChain.firstLine(failure);
    StringBuilder words = new StringBuilder(failure.getClass().getSimpleName());
    if (code != null && !message.contains(code)) {
      words.append(' ').append(code);
    }
    if (!message.isEmpty()) {
      words.append(": ").append(message);
    }
    List<Throwable> causes = CauseChain.of(failure);
    Throwable innermost = causes.get(causes.size() - 1);
    String reason = CauseChain.firstLine(innermost);
    return reason.isEmpty() || words.indexOf(reason) >= 0
        ? words.toString()
        : words + " (" + innermost.getClass().getSimpleName() + " " + reason + ")";
  }
}
