package dev.sluice.jms.provider;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** A failure and what led to it, outermost first. */
public final class CauseChain {

  private CauseChain() {}

  /** The failure, its causes and their linked exceptions, each once. */
  public static List<Throwable> of(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    collect(failure, chain, Collections.newSetFromMap(new IdentityHashMap<>()));
    return chain;
  }

  /** What the JMS API threw, out of whatever it was wrapped in; else the failure itself. */
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

  private static void collect(Throwable failure, List<Throwable> chain, Set<Throwable> seen) {
    if (failure == null || !seen.add(failure)) {
      return;
    }
    chain.add(failure);
    if (failure instanceof JMSException jms) {
      collect(jms.getLinkedException(), chain, seen);
    }
    collect(failure.getCause(), chain, seen);
  }
}
