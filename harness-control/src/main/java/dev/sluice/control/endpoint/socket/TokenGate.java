package dev.sluice.control.endpoint.socket;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Guards a command socket that has a token. It keeps those who have not shown the token few, so
 * that they lock nobody out, and lets an address that showed wrong ones wait, longer each time. For
 * one thread.
 *
 * @param <C> a connection
 */
final class TokenGate<C> {

  /** More addresses are not kept in mind: the one that failed longest ago is forgotten. */
  private static final int MAX_ADDRESSES = 1_024;

  private static final int MAX_DOUBLINGS = 30;

  private final AccessToken token;
  private final TokenLimits limits;
  private final LongSupplier nanos;
  private final Consumer<String> log;

  private final int mostMembers;
  private final Set<C> members = new HashSet<>();
  private final Deque<Stranger<C>> strangers = new ArrayDeque<>(); // the oldest first
  private final Map<InetAddress, Failures> failures = new LinkedHashMap<>();
  private boolean logged;
  private long loggedNanos;
  private long failuresNotLogged;

  /** A connection that has not shown the token. */
  private record Stranger<C>(InetAddress from, C connection) {}

  /** The failed tries of an address so far. */
  private record Failures(int count, long mayTryNanos) {}

  /**
   * @param mostMembers how many connections that have shown the token there may be
   * @param nanos a monotonic reading
   * @param log receives wrong tokens, now and then
   */
  TokenGate(
      AccessToken token,
      int mostMembers,
      TokenLimits limits,
      LongSupplier nanos,
      Consumer<String> log) {
    this.token = token;
    this.mostMembers = mostMembers;
    this.limits = limits;
    this.nanos = nanos;
    this.log = log;
  }

  TokenLimits limits() {
    return limits;
  }

  /** How long an address must wait before it may connect; zero if it need not. */
  Duration waitOf(InetAddress from) {
    Failures known = failures.get(from);
    long waitNanos = known == null ? 0 : known.mayTryNanos - nanos.getAsLong();
    return waitNanos <= 0 ? Duration.ZERO : Duration.ofNanos(waitNanos);
  }

  /**
   * A connection has come.
   *
   * @return the one that must be closed to make room, if one must
   */
  Optional<C> came(InetAddress from, C connection) {
    strangers.add(new Stranger<>(from, connection));
    long ofAddress = strangers.stream().filter(each -> each.from.equals(from)).count();
    if (ofAddress > limits.connectionsOfAddress()) {
      return oldest(from);
    }
    return strangers.size() > limits.connections()
        ? Optional.of(strangers.remove().connection)
        : Optional.empty();
  }

  /** Lets a connection in that has shown the token, unless there are enough already. */
  boolean enter(C connection) {
    if (members.size() >= mostMembers) {
      return false;
    }
    went(connection);
    members.add(connection);
    return true;
  }

  /** A connection has gone. */
  void went(C connection) {
    members.remove(connection);
    strangers.removeIf(each -> each.connection.equals(connection));
  }

  /** Whether this is the token. */
  boolean opens(InetAddress from, String candidate) {
    if (!token.matches(candidate)) {
      return false;
    }
    failures.remove(from);
    return true;
  }

  /** An address has sent something else than the token. */
  void failed(InetAddress from) {
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
  void close() {
    if (failuresNotLogged > 0) {
      log.accept(failuresNotLogged + " more wrong tokens were sent to the command socket");
      failuresNotLogged = 0;
    }
  }

  private boolean isForgotten(Failures known, long nowNanos) {
    return nowNanos - known.mayTryNanos > limits.longestWait().toNanos();
  }

  private Optional<C> oldest(InetAddress from) {
    Iterator<Stranger<C>> all = strangers.iterator();
    while (all.hasNext()) {
      Stranger<C> each = all.next();
      if (each.from.equals(from)) {
        all.remove();
        return Optional.of(each.connection);
      }
    }
    return Optional.empty();
  }

  private void tell(InetAddress from, long nowNanos) {
    if (logged && nowNanos - loggedNanos < limits.logEvery().toNanos()) {
      failuresNotLogged++;
      return;
    }
    log.accept(
        "a wrong token was sent to the command socket from "
            + from.getHostAddress()
            + (failuresNotLogged == 0 ? "" : ", and " + failuresNotLogged + " more before"));
    logged = true;
    loggedNanos = nowNanos;
    failuresNotLogged = 0;
  }
}
