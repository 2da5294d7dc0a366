package dev.sluice.control.endpoint.api;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The last of the JSON objects of one kind, each with a number, from 1 on. Any thread. */
final class Numbered {

  private final int most;
  private final Deque<String> kept = new ArrayDeque<>(); // guarded by this
  private long last; // guarded by this

  /**
   * @param most how many are kept
   */
  Numbered(int most) {
    this.most = most;
  }

  /** Some that follow each other. */
  record Page(long last, List<String> each) {}

  /** Adds one and answers its number. */
  synchronized long add(String json) {
    kept.add(json);
    if (kept.size() > most) {
      kept.remove();
    }
    return ++last;
  }

  /**
   * The first of those behind a number, at most so many; {@code last} is the number of the last.
   */
  synchronized Page after(long number, int atMost) {
    long before = last - kept.size(); // the number of what was dropped last
    long from = Math.max(Math.min(number, last), before);
    List<String> page = new ArrayList<>(kept.stream().skip(from - before).limit(atMost).toList());
    return new Page(from + page.size(), page);
  }
}
