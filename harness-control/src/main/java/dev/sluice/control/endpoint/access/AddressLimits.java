package dev.sluice.control.endpoint.access;

import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What addresses may do on all ports of a process together. Any thread.
 *
 * @param guesses how long those wait who have shown wrong tokens
 * @param requests how many requests, and lines, an address may send
 * @param strangers the patience with those who have not shown a token
 */
public record AddressLimits(AddressBackOff guesses, RequestBudget requests, TokenLimits strangers) {

  private static final Logger LOG = LoggerFactory.getLogger(AddressLimits.class);

  private static final double REQUESTS_PER_SECOND = 200;
  private static final double REQUESTS_AT_ONCE = 1_000;

  /** Those of a process that begins now. */
  public static AddressLimits usual() {
    return of(TokenLimits.DEFAULT);
  }

  /** The same with another patience. */
  public static AddressLimits of(TokenLimits strangers) {
    return new AddressLimits(
        new AddressBackOff(strangers, NanoClock.SYSTEM::nanos, LOG::warn),
        new RequestBudget(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE, NanoClock.SYSTEM::nanos),
        strangers);
  }

  /**
   * How patient a process is with those who have not shown a token.
   *
   * @param timeToShow how long after connecting to the command socket the token must be there
   * @param tries how many wrong tokens a connection has, and an address before it must wait
   * @param firstWait how long it must wait then; each further wrong token doubles that
   * @param longestWait where that ends, and how long failures are remembered after it
   * @param lockOutAfter so many wrong tokens of an address lock it out
   * @param lockOut for so long
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
}
