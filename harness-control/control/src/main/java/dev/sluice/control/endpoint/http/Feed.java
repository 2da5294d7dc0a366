package dev.sluice.control.endpoint.http;

import dev.sluice.control.endpoint.http.EventStream.ServerSentEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Something that grows, and those who follow it. Each follower has a place in it and takes what is
 * behind that place as fast as it can, so whenever it is cut off and comes back with its place, it
 * gets everything once. Any thread.
 *
 * @param <P> a place; immutable
 */
public abstract class Feed<P> {

  private final List<EventStream> followers = new CopyOnWriteArrayList<>();

  /**
   * A follower's way to its next place.
   *
   * @param to that place
   * @param event takes it there; null cuts off one that reads too slowly: when it comes back, it
   *     gets what is kept
   */
  public record Advance<P>(P to, ServerSentEvent event) {}

  /** What is next behind a place, null if there is nothing yet. Called with the lock of this. */
  protected abstract Advance<P> after(P place);

  /** Sends all that comes behind a place. */
  protected final void follow(EventStream stream, P from) {
    followers.add(stream);
    stream.onClose(() -> followers.remove(stream));
    AtomicReference<P> place = new AtomicReference<>(from);
    stream.pull(() -> next(stream, place));
  }

  private synchronized ServerSentEvent next(EventStream stream, AtomicReference<P> place) {
    Advance<P> step = after(place.get());
    if (step == null) {
      return null;
    }
    place.set(step.to);
    if (step.event == null) {
      stream.close();
    }
    return step.event;
  }

  /**
   * Followers take what is new; called without a lock of this feed, because streams have theirs.
   */
  protected final void tell() {
    followers.forEach(EventStream::more);
  }

  /** There is no more to come but a last event. */
  protected final void end(ServerSentEvent last) {
    followers.forEach(stream -> stream.end(last));
  }
}
