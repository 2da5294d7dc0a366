package dev.sluice.control.socket;

import java.util.Optional;

/** What {@code REPORT -stats} is answered with. For any thread. */
@FunctionalInterface
public interface StatisticsLine {

  /** The line, empty as long as no statistics interval has ended. */
  Optional<String> latest();
}
