package dev.sluice.control.endpoint.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The last of the JSON objects of one kind, each with a number, from 1 on, and a place among those
 * of all kinds. For one thread.
 */
final class Numbered {

  private final int most;
  private final NavigableMap<Long, Item> kept = new TreeMap<>(); // by place
  private long last;
  private long lastPlace;
  private long droppedPlace;

  /**
   * @param most how many are kept
   */
  Numbered(int most) {
    this.most = most;
  }

  /**
   * One of them.
   *
   * @param id of its event in a stream: what a client that comes back says it has seen
   */
  record Item(long place, long number, String id, String json) {}

  /** Some that follow each other. */
  record Page(long last, List<String> each) {}

  long last() {
    return last;
  }

  /** The place of the last one, 0 if there was none. */
  long lastPlace() {
    return lastPlace;
  }

  /** The place of the last one that is no longer kept, 0 if all are. */
  long droppedPlace() {
    return droppedPlace;
  }

  void add(long place, String id, String json) {
    kept.put(place, new Item(place, ++last, id, json));
    lastPlace = place;
    if (kept.size() > most) {
      droppedPlace = kept.pollFirstEntry().getKey();
    }
  }

  /** The first one behind a place. */
  Optional<Item> behind(long place) {
    return Optional.ofNullable(kept.higherEntry(place)).map(Map.Entry::getValue);
  }

  /** Whether all behind a number are kept. */
  boolean continues(long number) {
    return number >= last - kept.size();
  }

  /** The place of a number; {@link #droppedPlace} if it is not kept. */
  long place(long number) {
    return kept.values().stream()
        .filter(item -> item.number == number)
        .findFirst()
        .map(Item::place)
        .orElse(droppedPlace);
  }

  /**
   * The first of those behind a number, at most so many; {@code last} is the number of the last.
   */
  Page after(long number, int atMost) {
    long from = Math.max(Math.min(number, last), last - kept.size());
    List<String> page = new ArrayList<>();
    kept.values().stream()
        .filter(item -> item.number > from)
        .limit(atMost)
        .forEach(item -> page.add(item.json));
    return new Page(from + page.size(), page);
  }
}
