package dev.sluice.core.stats;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The terms of an {@link Account}, in the order in which people read them. */
@SuppressWarnings("ImmutableEnumChecker") // functions without a state
public enum AccountTerm {
  DUE(true, "due", "due", account -> account.counts().due()),
  UNSCHEDULED(true, "unscheduled", "without a schedule", account -> account.counts().unscheduled()),
  UNDER_WAY_BEFORE(true, "underWayBefore", "under way before", Account::before),

  DONE(false, "done", "done", account -> account.counts().done()),
  ROLLED_BACK(false, "rolledBack", "rolled back", account -> account.counts().rolledBack()),
  FAILED(false, "failed", "failed", account -> account.counts().failed()),
  IN_DOUBT(false, "inDoubt", "in doubt", account -> account.counts().inDoubt()),
  EMPTY(false, "foundNothing", "found nothing", account -> account.counts().empty()),
  GIVEN_UP(false, "givenUp", "given up", account -> account.counts().givenUp()),
  UNDER_WAY(false, "underWayAfter", "under way", account -> account.after().total());

  /** What there was to do. */
  public static final List<AccountTerm> TO_DO = where(true);

  /** What happened to it; of any account the sum is that of {@link #TO_DO}. */
  public static final List<AccountTerm> OUTCOMES = where(false);

  private final boolean toDo;
  private final String key;
  private final String label;
  private final ToLongFunction<Account> reader;

  AccountTerm(boolean toDo, String key, String label, ToLongFunction<Account> reader) {
    this.toDo = toDo;
    this.key = key;
    this.label = label;
    this.reader = reader;
  }

  /** What it is called in JSON. */
  public String key() {
    return key;
  }

  /** What it is called in tables of comma-separated values. */
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What people call it. */
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
