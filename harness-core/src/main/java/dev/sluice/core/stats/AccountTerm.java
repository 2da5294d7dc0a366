package dev.sluice.core.stats;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The terms of the account of a {@link Window}, in the order in which people read them. */
@SuppressWarnings("ImmutableEnumChecker") // functions without a state
public enum AccountTerm implements Figure {
  DUE(true, "due", Counter.DUE),
  UNSCHEDULED(true, "unscheduled", Counter.UNSCHEDULED),
  UNFINISHED_BEFORE(true, "unfinished before", Window::unfinishedBefore),

  DONE(false, "done", Counter.DONE),
  ROLLED_BACK(false, "rolled back", Counter.ROLLED_BACK),
  FAILED(false, "failed", Counter.FAILED),
  IN_DOUBT(false, "in doubt", Counter.IN_DOUBT),
  EMPTY(false, "found nothing", Counter.EMPTY),
  DROPPED(false, "dropped", Counter.DROPPED),
  IN_FLIGHT(false, "in flight", window -> window.unfinished().inFlight()),
  OVERDUE(false, "overdue", window -> window.unfinished().overdue());

  /** Iterations that are counted beside the account, where they are worth a line. */
  public static final List<Counter> COUNTERS_BESIDE =
      Counter.reaching(Counter.Reach.LINES).stream()
          .filter(counter -> counter.unit() == Counter.Unit.ITERATIONS)
          .filter(
              counter -> Stream.of(values()).noneMatch(term -> term.name().equals(counter.name())))
          .toList();

  /** The work to do. */
  public static final List<AccountTerm> TO_DO = where(true);

  /** Its outcomes; in every account their sum is that of {@link #TO_DO}. */
  public static final List<AccountTerm> OUTCOMES = where(false);

  private final boolean toDo;
  private final String label;
  private final ToLongFunction<Window> reader;

  AccountTerm(boolean toDo, String label, Counter counter) {
    this(toDo, label, window -> window.counts().get(counter));
  }

  AccountTerm(boolean toDo, String label, ToLongFunction<Window> reader) {
    this.toDo = toDo;
    this.label = label;
    this.reader = reader;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its value in the account of a window. */
  public long of(Window window) {
    return reader.applyAsLong(window);
  }

  private static List<AccountTerm> where(boolean toDo) {
    return Stream.of(values()).filter(term -> term.toDo == toDo).toList();
  }
}
