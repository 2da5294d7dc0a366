package dev.sluice.control.endpoint.socket;

import java.time.Duration;

/**
 * How patient a command socket is with those who have not shown its token.
 *
 * @param timeToShow how long after connecting the token must be there
 * @param connections how many such connections there may be at the same time
 * @param connectionsOfAddress how many of them from one address; the oldest makes room for the next
 * @param tries how many wrong lines a connection has, and an address before it must wait
 * @param firstWait how long it must wait then; each further wrong line doubles that
 * @param longestWait where that ends, and how long failures are remembered after it
 * @param logEvery how often wrong tokens are logged at most
 */
record TokenLimits(
    Duration timeToShow,
    int connections,
    int connectionsOfAddress,
    int tries,
    Duration firstWait,
    Duration longestWait,
    Duration logEvery) {

  static final TokenLimits DEFAULT =
      new TokenLimits(
          Duration.ofSeconds(5),
          64,
          8,
          3,
          Duration.ofMillis(250),
          Duration.ofSeconds(30),
          Duration.ofMinutes(1));
}
