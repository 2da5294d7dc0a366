package dev.sluice.control.endpoint.access;

import java.time.Duration;

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
