package dev.sluice.jms.provider;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A failure and what led to it, outermost first. */
public final class CauseChain {

  /** A client that tries 20,000 addresses tells of each; nobody looks further than this. */
  private static final int MAX_CAUSES = 1_000;

  /** As the JVM says it, of class files: their versions count on from 45 for Java 1. */
  private static final Pattern TOO_NEW = Pattern.compile("^(\\S+) .*?version (\\d+)\\.");

  private static final int VERSION_OF_JAVA_1 = 44;

  private CauseChain() {}

  /** The failure, its causes and their linked exceptions, each once. */
  public static List<Throwable> of(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> ahead = new ArrayDeque<>(); // and no recursion: some chains are very long
    push(failure, ahead);
    while (!ahead.isEmpty() && chain.size() < MAX_CAUSES) {
      Throwable next = ahead.pop();
      if (seen.add(next)) {
        chain.add(next);
        push(next.getCause(), ahead);
        if (next instanceof JMSException jms) {
          push(jms.getLinkedException(), ahead); // comes before the cause
        }
      }
    }
    return chain;
  }

  /** The exception of the JMS API, out of whatever it was wrapped in; else the failure itself. */
  public static Throwable jmsFailure(Throwable failure) {
    return of(failure).stream()
        .filter(cause -> cause instanceof JMSException || cause instanceof JMSRuntimeException)
        .findFirst()
        .orElse(failure);
  }

  /** The first line of what a throwable says, without a full stop; empty if it says nothing. */
  public static String firstLine(Throwable failure) {
    String message = failure.getMessage();
    String line = message == null ? "" : message.lines().findFirst().orElse("").strip();
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }

  /** What a throwable is and says, in one line; of a class for a newer Java, which Java that is. */
  public static String line(Throwable failure) {
    String said = firstLine(failure);
    Matcher tooNew = TOO_NEW.matcher(said);
    if (failure instanceof UnsupportedClassVersionError && tooNew.find()) {
      return String.format(
          Locale.ROOT,
          "%s needs Java %d, and this is Java %d",
          tooNew.group(1).replace('/', '.'),
          Integer.parseInt(tooNew.group(2)) - VERSION_OF_JAVA_1,
          Runtime.version().feature());
    }
    return failure.getClass().getSimpleName() + (said.isEmpty() ? "" : " " + said);
  }

  /** A failure of the JMS API with this cause. */
  public static JMSException jmsFailure(String message, Throwable cause) {
    JMSException failure = new JMSException(message);
    failure.initCause(cause);
    return failure;
  }

  private static void push(Throwable failure, Deque<Throwable> ahead) {
    if (failure != null) {
      ahead.push(failure);
    }
  }
}
