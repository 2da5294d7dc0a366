package dev.sluice.control.endpoint.access;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.core.time.NanoClock;
import java.net.InetAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limits of addresses on all ports of a process together: how many requests, and lines, one may
 * send in a role, and how long one that showed wrong tokens waits before it may try again, longer
 * each time, until it is locked out. What watchers use up is not taken from the token for commands.
 * Any thread.
 */
public final class AddressLimits {

  private static final Logger LOG = LoggerFactory.getLogger(AddressLimits.class);
  private static final double REQUESTS_PER_SECOND = 200;
  private static final double REQUESTS_AT_ONCE = 1_000;
  private static final int MAX_DOUBLINGS = 30;
  private static final int MAX_ADDRESSES = 1_024;

  private final TokenLimits strangers;
  private final double perSecond;
  private final double atOnce;
  private final LongSupplier nanos;
  private final Consumer<String> log;
  private final Map<Object, AddressRecord>
      addresses = // by network, the last one to come at the end
      new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Object, AddressRecord> eldest) {
              return size() > MAX_ADDRESSES;
            }
          };

  // all guarded by this, as the map is
  private boolean logged;
  private long loggedNanos;
  private long failuresNotLogged;

  /** The record of an address. Guarded by the limits it belongs to. */
  private static final class AddressRecord {

    private final Map<Role, Allowance> allowances = new EnumMap<>(Role.class);
    private int failures; // failed tries so far
    private long mayTryNanos;
  }

  /** The requests that an address has left in a role; its connections share one. */
  public final class Allowance {

    private double left = atOnce; // guarded by this
    private long sinceNanos = nanos.getAsLong(); // guarded by this

    private Allowance() {}

    /**
     * Takes one request, if there is one left.
     *
     * @return how long until there will be one; zero if it was taken
     */
    public synchronized Duration take() {
      long nowNanos = nanos.getAsLong();
      double grown = (nowNanos - sinceNanos) / NANOS_PER_SECOND * perSecond;
      left = Math.min(atOnce, left + grown);
      sinceNanos = nowNanos;
      if (left < 1) {
        return Duration.ofNanos((long) Math.ceil((1 - left) / perSecond * NANOS_PER_SECOND));
      }
      left--;
      return Duration.ZERO;
    }
  }

  /**
   * The patience of a process with those who have not shown a token.
   *
   * @param timeToShow how long after connecting to the command socket the token must be there
   * @param tries how many wrong tokens a connection has, and an address before it must wait
   * @param firstWait how long it must wait then; each further wrong token doubles that
   * @param longestWait where that ends, and how long failures are remembered after it
   * @param lockOutAfter this many wrong tokens of an address lock it out
   * @param lockOut how long that lasts
   * @param logEvery how often wrong tokens are logged at most
   */
  public record TokenLimits(
      Duration timeToShow,
      int tries,
      Duration firstWait,
      Duration longestWait,
      int lockOutAfter,
      Duration lockOut,
      Duration logEvery) {

    public static final TokenLimits DEFAULT =
        new TokenLimits(
            Duration.ofSeconds(5),
            3,
            Duration.ofMillis(250),
            Duration.ofSeconds(30),
            20,
            Duration.ofMinutes(15),
            Duration.ofMinutes(1));
  }

  /**
   * @param perSecond requests per second of an address in a role
   * @param atOnce how many of them may come at once
   * @param nanos a monotonic reading
   * @param log receives wrong tokens, now and then
   */
  AddressLimits(
      TokenLimits strangers,
      double perSecond,
      double atOnce,
      LongSupplier nanos,
      Consumer<String> log) {
    this.strangers = strangers;
    this.perSecond = perSecond;
    this.atOnce = atOnce;
    this.nanos = nanos;
    this.log = log;
  }

  /** Those of a process that begins now. */
  public static AddressLimits usual() {
    return of(TokenLimits.DEFAULT, REQUESTS_PER_SECOND, REQUESTS_AT_ONCE);
  }

  /** The same with another patience and another budget of requests. */
  public static AddressLimits of(TokenLimits strangers, double perSecond, double atOnce) {
    return new AddressLimits(strangers, perSecond, atOnce, NanoClock.SYSTEM::nanos, LOG::warn);
  }

  /** The patience with those who have not shown a token. */
  public TokenLimits strangers() {
    return strangers;
  }

  /** The allowance of an address in a role, for a connection to keep while the role lasts. */
  public synchronized Allowance allowance(InetAddress from, Role role) {
    return record(from).allowances.computeIfAbsent(role, each -> new Allowance());
  }

  /** How long an address must wait before it may show a token; zero if it need not. */
  public synchronized Duration waitOf(InetAddress from) {
    AddressRecord record = addresses.get(Caller.networkOf(from));
    long waitNanos =
        record == null || record.failures == 0 ? 0 : record.mayTryNanos - nanos.getAsLong();
    return waitNanos <= 0 ? Duration.ZERO : Duration.ofNanos(waitNanos);
  }

  /** An address has shown the token. */
  public synchronized void succeeded(InetAddress from) {
    record(from).failures = 0;
  }

  /**
   * An address has shown something else than the token.
   *
   * @param where what the token is for, in the words of a log
   */
  public synchronized void failed(InetAddress from, String where) {
    long nowNanos = nanos.getAsLong();
    AddressRecord record = record(from);
    boolean forgotten = nowNanos - record.mayTryNanos > strangers.longestWait.toNanos();
    record.failures = forgotten ? 1 : record.failures + 1;
    record.mayTryNanos = nowNanos + waitAfter(record.failures).toNanos();
    tell(from, where, record.failures, nowNanos);
  }

  /** Nobody comes any more: what was not logged is. */
  public synchronized void close() {
    if (failuresNotLogged > 0) {
      log.accept(failuresNotLogged + " more wrong tokens were sent");
      failuresNotLogged = 0;
    }
  }

  private AddressRecord record(InetAddress from) {
    return addresses.computeIfAbsent(Caller.networkOf(from), added -> new AddressRecord());
  }

  private Duration waitAfter(int count) {
    if (count < strangers.tries) {
      return Duration.ZERO;
    }
    if (count >= strangers.lockOutAfter) {
      return strangers.lockOut;
    }
    int doublings = Math.min(count - strangers.tries, MAX_DOUBLINGS);
    return Duration.ofNanos(
        Math.min(strangers.longestWait.toNanos(), strangers.firstWait.toNanos() << doublings));
  }

  private void tell(InetAddress from, String where, int count, long nowNanos) {
    boolean lockedOut = count == strangers.lockOutAfter; // rare enough to be told each time
    if (logged && !lockedOut && nowNanos - loggedNanos < strangers.logEvery.toNanos()) {
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
                ? "; the address is locked out for " + strangers.lockOut.toMinutes() + " min"
                : ""));
    logged = true;
    loggedNanos = nowNanos;
    failuresNotLogged = 0;
  }
}
