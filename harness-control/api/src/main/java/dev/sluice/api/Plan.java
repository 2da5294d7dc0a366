package dev.sluice.api;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A plan file with values of its own; a value. Each method returns another plan and leaves this one
 * as it is.
 */
public final class Plan {

  private final Path file;
  private final List<String> settings;
  private final PrintWriter out;

  Plan(Path file) {
    this(file, List.of(), new PrintWriter(PrintWriter.nullWriter()));
  }

  private Plan(Path file, List<String> settings, PrintWriter out) {
    this.file = file;
    this.settings = settings;
    this.out = out;
  }

  /**
   * Replaces a value of the plan, as {@code sluice run --set KEY=VALUE} does.
   *
   * @param key a path with dots, such as {@code workloads.senders.threads}; one that ends with
   *     {@code +} adds to a list
   * @param value as it would stand in the file
   */
  public Plan set(String key, String value) {
    List<String> all = new ArrayList<>(settings);
    all.add(key + "=" + value);
    return new Plan(file, List.copyOf(all), out);
  }

  /** Prints there what {@code sluice run} prints; without it, nothing is printed. */
  public Plan printingTo(PrintWriter writer) {
    return new Plan(file, settings, writer);
  }

  /**
   * Plays it to its end.
   *
   * @throws SluiceException if the plan is wrong, if its workers could not connect, or if nothing
   *     on the class path plays plans
   */
  public PlanResult run() {
    return ServiceLoader.load(PlanPlayer.class, Plan.class.getClassLoader())
        .findFirst()
        .orElseThrow(() -> new SluiceException("a plan needs dev.sluice:sluice on the class path"))
        .play(file, settings, out);
  }

  @Override
  public String toString() {
    return settings.isEmpty() ? file.toString() : file + " with " + String.join(", ", settings);
  }
}
