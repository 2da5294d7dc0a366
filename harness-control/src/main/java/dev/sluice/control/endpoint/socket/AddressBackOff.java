package dev.sluice.control.endpoint.socket;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lets an address that showed wrong tokens wait before it may try again, longer each time. For one
 * thread.
 */
public final class AddressBackOff {

  /** More addresses are not kept in mind: the one that failed longest ago is forgotten. */
  private static final int MAX_ADDRESSES = 1_024;

  private static final int MAX_DOUBLINGS = 30;

  private final String guarded;
  private final TokenLimits limits;
  private final LongSupplier nanos;
  private final Consumer<String> log;

  private final Map<InetAddress, Failures> failures = new LinkedHashMap<>();
  private boolean logged;
  private long loggedNanos;
  private long failuresNotLogged;

  /** The failed tries of an address so far. */
  private record Failures(int count, long mayTryNanos) {}

  /**
   * @param guarded what the token is for, in the words of a log
   * @param nanos a monotonic reading
   * @param log receives wrong tokens, now and then
   */
  AddressBackOff(String guarded, TokenLimits limits, LongSupplier nanos, Consumer<String> log) {
    this.guarded = guarded;
    this.limits = limits;
    this.nanos = nanos;
    this.log = log;
  }

  /** One with the patience of a command socket. */
  public static AddressBackOff of(String guarded, LongSupplier nanos, Consumer<String> log) {
    return new AddressBackOff(guarded, TokenLimits.DEFAULT, nanos, log);
  }

  /** How long an address must wait before it may try; zero if it need not. */
  public Duration waitOf(InetAddress from) {
    Failures known = failures.get(from);
    long waitNanos = known == null ? 0 : known.mayTryNanos - nanos.getAsLong();
    return waitNanos <= 0 ? Duration.ZERO : Duration.ofNanos(waitNanos);
  }

  /** An address has shown the token. */
  public void succeeded(InetAddress from) {
    failures.remove(from);
  }

  /** An address has shown something else than the token. */
  public void failed(InetAddress from) {
    long nowNanos = nanos.getAsLong();
    Failures before = failures.remove(from);
    int count = before == null || isForgotten(before, nowNanos) ? 1 : before.count + 1;
    long mayTryNanos = nowNanos;
    if (count >= limits.tries()) {
      int doublings = Math.min(count - limits.tries(), MAX_DOUBLINGS);
      mayTryNanos +=
          Math.min(limits.longestWait().toNanos(), limits.firstWait().toNanos() << doublings);
    }
    failures.put(from, new Failures(count, mayTryNanos));
    if (failures.size() > MAX_ADDRESSES) {
      Iterator<InetAddress> addresses = failures.keySet().iterator();
      addresses.next();
      addresses.remove();
    }
    tell(from, nowNanos);
  }

  /** Nobody comes any more: what was not logged is. */
  public void close() {
    if (failuresNotLogged > 0) {
      log.accept(failuresNotLogged + " more wrong tokens were sent to " + guarded);
      failuresNotLogged = 0;
    }
  }

  private boolean isForgotten(Failures known, long nowNanos) {
    return nowNanos - known.mayTryNanos > limits.longestWait().toNanos();
  }

  private void tell(InetAddress from, long nowNanos) {
    if (logged && nowNanos - loggedNanos < limits.logEvery().toNanos()) {
      failuresNotLogged++;
      return;
    }
    log.accept(
        "a wrong token was sent to "
            + guarded
            + " from "
            + from.getHostAddress()
            + (failuresNotLogged == 0 ? "" : ", and " + failuresNotLogged + " more before"));
    logged = true;
    loggedNanos = nowNanos;
    failuresNotLogged = 0;
  }
}
