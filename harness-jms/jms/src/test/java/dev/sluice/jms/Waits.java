package dev.sluice.jms;

import java.time.Duration;

/** How long tests have workers wait for messages. */
public final class Waits {

  /** Long enough for a message that is there, so that a test that is right never waits it out. */
  public static final Duration AMPLE = Duration.ofSeconds(20);

  /** For workers whose wait is ended by something else. */
  public static final Duration FOR_EVER = Duration.ZERO;

  /** For messages that do not come. */
  public static final Duration SHORT = Duration.ofMillis(1);

  private Waits() {}
}
