package dev.sluice.core.stats;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The account of a period of time:
 *
 * <pre>
 * due + unscheduled + unfinished before
 *     = done + rolled back + failed + in doubt + found nothing + dropped + in flight + overdue
 * </pre>
 *
 * @param before how many iterations were unfinished when it began
 * @param counts what was counted in it
 * @param after what was unfinished at its end
 */
public record Account(long before, Counts counts, Unfinished after) {

  /** The account that ends with this unfinished. */
  public static Account of(Counts counts, Unfinished after) {
    return new Account(after.total() - counts.unfinishedGrowth(), counts, after);
  }

  /** This period and the one that followed it. */
  public Account then(Account later) {
    return new Account(before, counts.plus(later.counts), later.after);
  }

  /** The work of this time: due or begun in it, or unfinished from before. */
  public long toDo() {
    return before + counts.due() + counts.get(Counter.UNSCHEDULED);
  }

  /** The terms of an {@link Account}, in the order in which people read them. */
  @SuppressWarnings("ImmutableEnumChecker") // functions without a state
  public enum AccountTerm {
    DUE(true, "due", Counter.DUE),
    UNSCHEDULED(true, "unscheduled", Counter.UNSCHEDULED),
    UNFINISHED_BEFORE(true, "unfinished before", Account::before),

    DONE(false, "done", Counter.DONE),
    ROLLED_BACK(false, "rolled back", Counter.ROLLED_BACK),
    FAILED(false, "failed", Counter.FAILED),
    IN_DOUBT(false, "in doubt", Counter.IN_DOUBT),
    EMPTY(false, "found nothing", Counter.EMPTY),
    DROPPED(false, "dropped", Counter.DROPPED),
    IN_FLIGHT(false, "in flight", account -> account.after().inFlight()),
    OVERDUE(false, "overdue", account -> account.after().overdue());

    /** Iterations that are counted beside the account, where they are worth a line. */
    public static final List<Counter> COUNTERS_BESIDE =
        Counter.reaching(Counter.Reach.LINES).stream()
            .filter(counter -> counter.unit() == Counter.Unit.ITERATIONS)
            .filter(
                counter ->
                    Stream.of(values()).noneMatch(term -> term.name().equals(counter.name())))
            .toList();

    /** The work to do. */
    public static final List<AccountTerm> TO_DO = where(true);

    /** Its outcomes; in every account their sum is that of {@link #TO_DO}. */
    public static final List<AccountTerm> OUTCOMES = where(false);

    private final boolean toDo;
    private final FigureName name;
    private final ToLongFunction<Account> reader;

    AccountTerm(boolean toDo, String label, Counter counter) {
      this(toDo, label, account -> account.counts().get(counter));
    }

    AccountTerm(boolean toDo, String label, ToLongFunction<Account> reader) {
      this.toDo = toDo;
      this.name = new FigureName(label);
      this.reader = reader;
    }

    /** Its name in JSON. */
    public String key() {
      return name.key();
    }

    /** Its name in tables of comma-separated values. */
    public String column() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The name that people use for it. */
    public String label() {
      return name.label();
    }

    /** Its value in an account. */
    public long of(Account account) {
      return reader.applyAsLong(account);
    }

    private static List<AccountTerm> where(boolean toDo) {
      return Stream.of(values()).filter(term -> term.toDo == toDo).toList();
    }
  }
}
