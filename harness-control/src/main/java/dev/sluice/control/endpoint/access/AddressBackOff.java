package dev.sluice.control.endpoint.access;

import dev.sluice.control.endpoint.access.AddressLimits.TokenLimits;
import dev.sluice.control.endpoint.access.RequestBudget.PerAddress;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lets an address that showed wrong tokens wait before it may try again, longer each time, and
 * locks it out when it does not stop. Any thread.
 */
public final class AddressBackOff {

  private static final int MAX_DOUBLINGS = 30;

  private final TokenLimits limits;
  private final LongSupplier nanos;
  private final Consumer<String> log;

  private final PerAddress<Failures> failures = new PerAddress<>(); // guarded by this
  private boolean logged;
  private long loggedNanos;
  private long failuresNotLogged;

  /** The failed tries of an address so far. */
  private record Failures(int count, long mayTryNanos) {}

  /**
   * @param nanos a monotonic reading
   * @param log receives wrong tokens, now and then
   */
  public AddressBackOff(TokenLimits limits, LongSupplier nanos, Consumer<String> log) {
    this.limits = limits;
    this.nanos = nanos;
    this.log = log;
  }

  /** How long an address must wait before it may try; zero if it need not. */
  public synchronized Duration waitOf(InetAddress from) {
    long waitNanos =
        failures.get(from).map(known -> known.mayTryNanos - nanos.getAsLong()).orElse(0L);
    return waitNanos <= 0 ? Duration.ZERO : Duration.ofNanos(waitNanos);
  }

  /** An address has shown the token. */
  public synchronized void succeeded(InetAddress from) {
    failures.remove(from);
  }

  /**
   * An address has shown something else than the token.
   *
   * @param where what the token is for, in the words of a log
   */
  public synchronized void failed(InetAddress from, String where) {
    long nowNanos = nanos.getAsLong();
    int count =
        failures
            .get(from)
            .filter(known -> !isForgotten(known, nowNanos))
            .map(known -> known.count + 1)
            .orElse(1);
    failures.put(from, new Failures(count, nowNanos + waitAfter(count).toNanos()));
    tell(from, where, count, nowNanos);
  }

  /** Nobody comes any more: what was not logged is. */
  public synchronized void close() {
    if (failuresNotLogged > 0) {
      log.accept(failuresNotLogged + " more wrong tokens were sent");
      failuresNotLogged = 0;
    }
  }

  private Duration waitAfter(int count) {
    if (count < limits.tries()) {
      return Duration.ZERO;
    }
    if (count >= limits.lockOutAfter()) {
      return limits.lockOut();
    }
    int doublings = Math.min(count - limits.tries(), MAX_DOUBLINGS);
    return Duration.ofNanos(
        Math.min(limits.longestWait().toNanos(), limits.firstWait().toNanos() << doublings));
  }

  private boolean isForgotten(Failures known, long nowNanos) {
    return nowNanos - known.mayTryNanos > limits.longestWait().toNanos();
  }

  private void tell(InetAddress from, String where, int count, long nowNanos) {
    boolean lockedOut = count == limits.lockOutAfter(); // rare enough to be told each time
    if (logged && !lockedOut && nowNanos - loggedNanos < limits.logEvery().toNanos()) {
      failuresNotLogged++;
      return;
    }
    log.accept(
        "a wrong token was sent to "
            + where
            + " from "
            + from.getHostAddress()
            + (failuresNotLogged == 0 ? "" : ", and " + failuresNotLogged + " more before")
            + (lockedOut
                ? "; the address is locked out for " + limits.lockOut().toMinutes() + " min"
                : ""));
    logged = true;
    loggedNanos = nowNanos;
    failuresNotLogged = 0;
  }
}
