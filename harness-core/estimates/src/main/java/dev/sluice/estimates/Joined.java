package dev.sluice.estimates;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.ToLongFunction;

/**
 * Intervals in their order, as parts of about equal length. When there are too many, each two
 * neighbours become one: a day takes no more memory than ten minutes. An interval that was cut
 * short or came late joins the part before it, if that brings it nearer to the common length. One
 * thread.
 *
 * @param <T> an interval; immutable
 */
public final class Joined<T> {

  /** So many parts are enough for any error. */
  public static final int MOST = 600;

  private final int most;
  private final ToLongFunction<T> nanos;
  private final BinaryOperator<T> join;
  private final List<T> parts = new ArrayList<>();
  private long lengthNanos;

  /**
   * None yet.
   *
   * @param most an even number of parts at which neighbours are joined
   * @param nanos how long a part is
   * @param join a part and the next one
   */
  public Joined(int most, ToLongFunction<T> nanos, BinaryOperator<T> join) {
    this.most = most;
    this.nanos = nanos;
    this.join = join;
  }

  /** The same without the first parts. */
  Joined<T> from(int first) {
    Joined<T> rest = new Joined<>(most, nanos, join);
    rest.lengthNanos = lengthNanos;
    rest.parts.addAll(whole().subList(first, whole().size()));
    return rest;
  }

  /** The next interval. */
  public void add(T next) {
    long nextNanos = nanos.applyAsLong(next);
    if (parts.size() < 2) {
      lengthNanos = Math.max(lengthNanos, nextNanos); // the first may have been cut short
    }
    int last = parts.size() - 1;
    if (last >= 0 && completes(nanos.applyAsLong(parts.get(last)), nextNanos)) {
      parts.set(last, join.apply(parts.get(last), next));
      return;
    }
    if (parts.size() == most) {
      joinNeighbours();
    }
    parts.add(next);
  }

  private boolean completes(long nanos, long moreNanos) {
    return Math.abs(nanos + moreNanos - lengthNanos) <= Math.abs(nanos - lengthNanos);
  }

  private void joinNeighbours() {
    for (int i = 0; i < parts.size(); i++) {
      parts.set(i, join.apply(parts.get(i), parts.remove(i + 1)));
    }
    lengthNanos *= 2;
  }

  /** How long most of them are. */
  long lengthNanos() {
    return lengthNanos;
  }

  /** All of them, as they are. */
  public List<T> parts() {
    return List.copyOf(parts);
  }

  /** The same, but the last one joins the one before it if it was cut short by the end. */
  List<T> whole() {
    int last = parts.size() - 1;
    if (last < 1 || nanos.applyAsLong(parts.get(last)) >= lengthNanos / 2) {
      return parts;
    }
    List<T> whole = new ArrayList<>(parts.subList(0, last));
    whole.set(last - 1, join.apply(parts.get(last - 1), parts.get(last)));
    return whole;
  }
}
