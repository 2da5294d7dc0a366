package dev.sluice.api;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * Plays plans. It is found as a service of the class path; {@code dev.sluice:sluice} has it.
 * Programs use {@link Sluice#plan}.
 */
public interface PlanPlayer {

  /**
   * Plays a plan to its end, by the calling thread.
   *
   * @param settings replace values of the plan, {@code KEY=VALUE} each
   * @param out gets what the program would print
   * @throws SluiceException if there is nothing to tell of a run
   */
  PlanResult play(Path file, List<String> settings, PrintWriter out);
}
