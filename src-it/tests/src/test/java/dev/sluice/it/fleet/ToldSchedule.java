package dev.sluice.it.fleet;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.json.JSONObject;

/**
 * N(t) of a run of one workload: the iterations that its plan made due by a moment, from the events
 * that its controllers wrote down. It ends when the last of them stopped it, and goes on while
 * there is none.
 *
 * @param turns in the order of time; the last one is to a rate of 0
 */
record ToldSchedule(List<Turn> turns) {

  /** A change takes effect so long after it was commanded. */
  private static final Duration LEAD = Duration.ofMillis(150);

  /** How long after a command its event is: the protocol looks at it within 50 ms. */
  private static final Duration TOLD_LATE = Duration.ofMillis(25);

  private static final Pattern TOTAL = Pattern.compile(".* ([\\d,.]+)/s in total.*");

  /** From then on it has another rate. */
  record Turn(Instant at, double perSecond) {}

  /**
   * How far what was done was above it.
   *
   * @param sinceStart at the worst moment
   * @param inAWindow in the worst window, of whatever length; what was not done before it does not
   *     count
   */
  record Excess(double sinceStart, double inAWindow) {}

  /**
   * Reads it.
   *
   * @param folders of the controllers, one after the other
   * @param startPerSecond its first rate
   */
  static ToldSchedule read(List<Path> folders, double startPerSecond) throws IOException {
    List<Turn> turns = new ArrayList<>();
    Instant end = Instant.MAX;
    for (Path folder : folders) {
      Path file = folder.resolve("events.jsonl");
      if (!Files.exists(file)) { // it died before it led
        continue;
      }
      boolean repeats = !turns.isEmpty();
      for (String line : Files.readAllLines(file)) {
        JSONObject event = new JSONObject(line);
        Instant time = Instant.parse(event.getString("time"));
        switch (event.getString("kind")) {
          case "started" -> {
            if (turns.isEmpty()) {
              turns.add(
                  new Turn(time.minusNanos(event.getLong("sinceStartNanos")), startPerSecond));
            }
          }
          case "rate" -> {
            Matcher total = TOTAL.matcher(event.getString("text"));
            if (total.matches()) {
              double perSecond = Double.parseDouble(total.group(1).replace(",", ""));
              Turn before = turns.get(turns.size() - 1);
              if (repeats && before.perSecond == perSecond) {
                turns.remove(before); // no agent had heard of it, so it is commanded again
              }
              repeats = false;
              turns.add(new Turn(time.minus(TOLD_LATE).plus(LEAD), perSecond));
            }
          }
          case "stopping" -> end = time.plus(LEAD);
          default -> {} // not of the schedule
        }
      }
    }
    turns.add(new Turn(end, 0));
    return new ToldSchedule(List.copyOf(turns));
  }

  /** What is due by a moment. */
  double dueBy(Instant moment) {
    double due = 0;
    for (int i = 0; i + 1 < turns.size() && turns.get(i).at.isBefore(moment); i++) {
      Instant until = turns.get(i + 1).at;
      Duration lasts = Duration.between(turns.get(i).at, until.isBefore(moment) ? until : moment);
      due += turns.get(i).perSecond * lasts.toNanos() / NANOS_PER_SECOND;
    }
    return due;
  }

  /** What is due in all. */
  double due() {
    return dueBy(turns.get(turns.size() - 1).at);
  }

  /**
   * Holds what was done against it.
   *
   * @param done when each iteration was done, in order
   */
  Excess excess(List<Instant> done) {
    double sinceStart = 0;
    double inAWindow = 0;
    double least = 0;
    for (int i = 0; i < done.size(); i++) {
      double before = i - dueBy(done.get(i));
      least = Math.min(least, before);
      sinceStart = Math.max(sinceStart, before + 1);
      inAWindow = Math.max(inAWindow, before + 1 - least);
    }
    return new Excess(sinceStart, inAWindow);
  }
}
