package dev.sluice.control.endpoint.access;

import dev.sluice.core.time.NanoClock;
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
}
