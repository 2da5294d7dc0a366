package dev.sluice.jms.provider;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** A failure and what led to it, outermost first. */
public final class CauseChain {

  /** A client that tries 20,000 addresses tells of each; nobody looks further than this. */
  private static final int MAX_CAUSES = 1_000;

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
