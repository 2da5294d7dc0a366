package dev.sluice.core.stats;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The terms of an {@link Account}, in the order in which people read them. */
@SuppressWarnings("ImmutableEnumChecker") // functions without a state
public enum AccountTerm {
  DUE(true, "due", "due", Counter.DUE),
  UNSCHEDULED(true, "unscheduled", "unscheduled", Counter.UNSCHEDULED),
  UNFINISHED_BEFORE(true, "unfinishedBefore", "unfinished before", Account::before),

  DONE(false, "done", "done", Counter.DONE),
  ROLLED_BACK(false, "rolledBack", "rolled back", Counter.ROLLED_BACK),
  FAILED(false, "failed", "failed", Counter.FAILED),
  IN_DOUBT(false, "inDoubt", "in doubt", Counter.IN_DOUBT),
  EMPTY(false, "foundNothing", "found nothing", Counter.EMPTY),
  DROPPED(false, "dropped", "dropped", Counter.DROPPED),
  IN_FLIGHT(false, "inFlight", "in flight", account -> account.after().inFlight()),
  OVERDUE(false, "overdue", "overdue", account -> account.after().overdue());

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
  private final String key;
  private final String label;
  private final ToLongFunction<Account> reader;

  AccountTerm(boolean toDo, String key, String label, Counter counter) {
    this(toDo, key, label, account -> account.counts().get(counter));
  }

  AccountTerm(boolean toDo, String key, String label, ToLongFunction<Account> reader) {
    this.toDo = toDo;
    this.key = key;
    this.label = label;
    this.reader = reader;
  }

  /** Its name in JSON. */
  public String key() {
    return key;
  }

  /** Its name in tables of comma-separated values. */
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name that people use for it. */
  public String label() {
    return label;
  }

  /** Its value in an account. */
  public long of(Account account) {
    return reader.applyAsLong(account);
  }

  private static List<AccountTerm> where(boolean toDo) {
    return Stream.of(values()).filter(term -> term.toDo == toDo).toList();
  }
}
