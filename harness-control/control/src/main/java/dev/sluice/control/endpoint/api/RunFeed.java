package dev.sluice.control.endpoint.api;

import dev.sluice.control.command.RunJson;
import dev.sluice.control.endpoint.http.EventStream;
import dev.sluice.control.endpoint.http.EventStream.ServerSentEvent;
import dev.sluice.control.endpoint.http.Feed;
import dev.sluice.control.format.EventJson;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The last intervals and events of a run in the order in which they happened. Any thread. */
final class RunFeed extends Feed<Long> implements Sink {

  private static final int MAX_INTERVALS = 600;
  private static final int MAX_EVENTS = 2_000;
  private static final long OVER = Long.MAX_VALUE; // the place of one who knows that it has ended

  /** The number of an interval, then how far behind it an event is. */
  private static final Pattern ID = Pattern.compile("(\\d{1,18})(?:-(\\d{1,9}))?");

  private final UnaryOperator<String> mask;

  // all guarded by this
  private final Numbered intervals = new Numbered(MAX_INTERVALS);
  private final Numbered events = new Numbered(MAX_EVENTS);
  private long places;
  private boolean ended;
  private Numbered.Item encodedItem; // what most followers want next
  private ServerSentEvent encoded;

  /**
   * @param mask masks secrets
   */
  RunFeed(UnaryOperator<String> mask) {
    this.mask = mask;
  }

  synchronized Numbered.Slice intervals(long after, int atMost) {
    return intervals.after(after, atMost);
  }

  synchronized Numbered.Slice events(long after, int atMost) {
    return events.after(after, atMost);
  }

  /** Whether a text is the id of an event of a stream. */
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /**
   * Sends all that comes, until it ends.
   *
   * @param seen the id of the last event that the client has; another text if it has none
   */
  void follow(EventStream stream, String seen) {
    follow(stream, placeOf(seen));
  }

  private synchronized long placeOf(String seen) {
    Matcher id = ID.matcher(seen);
    if (!id.matches() || Long.parseLong(id.group(1)) > intervals.last()) {
      return places; // it comes for the first time, or from another run
    }
    long number = Long.parseLong(id.group(1));
    boolean event = id.group(2) != null && intervals.continues(number);
    return Math.min(places, intervals.place(number) + (event ? Long.parseLong(id.group(2)) : 0));
  }

  @Override
  protected Advance<Long> after(Long place) {
    if (place < intervals.droppedPlace()) {
      return new Advance<>(place, null);
    }
    Optional<Numbered.Item> next =
        Stream.of(intervals, events)
            .flatMap(kind -> kind.behind(place).stream())
            .reduce((one, other) -> one.place() < other.place() ? one : other);
    if (next.isPresent()) {
      return new Advance<>(next.get().place(), encoded(next.get()));
    }
    return ended && place != OVER ? new Advance<>(OVER, ServerSentEvent.of("end", "{}")) : null;
  }

  private ServerSentEvent encoded(Numbered.Item item) {
    if (!item.equals(encodedItem)) {
      String name = item.id().indexOf('-') < 0 ? "interval" : "event";
      encoded = ServerSentEvent.of(item.id(), name, item.json());
      encodedItem = item;
    }
    return encoded;
  }

  @Override
  public void event(RunEvent event) {
    if (event.kind() != RunEvent.Kind.CONNECTION) { // these come with all that is known of them
      addEvent(EventJson.line(event));
    }
  }

  @Override
  public void connections(List<ConnectionEvent> changes) {
    changes.forEach(change -> addEvent(EventJson.line(change)));
  }

  @Override
  public void interval(Snapshot snapshot) {
    String json = mask.apply(RunJson.watched(snapshot));
    synchronized (this) {
      intervals.add(++places, Long.toString(intervals.last() + 1), json);
    }
    tell();
  }

  @Override
  public void summary(Summary summary) {
    synchronized (this) {
      ended = true;
    }
    tell();
  }

  private void addEvent(String line) {
    String json = mask.apply(line.strip());
    synchronized (this) {
      places++;
      events.add(places, intervals.last() + "-" + (places - intervals.lastPlace()), json);
    }
    tell();
  }

  /**
   * The last of the JSON objects of one kind, each with a number, from 1 on, and a place among
   * those of all kinds. For one thread.
   */
  static final class Numbered {

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
    record Slice(long last, List<String> each) {}

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
    Slice after(long number, int atMost) {
      long from = Math.max(Math.min(number, last), last - kept.size());
      List<String> page = new ArrayList<>();
      kept.values().stream()
          .filter(item -> item.number > from)
          .limit(atMost)
          .forEach(item -> page.add(item.json));
      return new Slice(from + page.size(), page);
    }
  }
}
