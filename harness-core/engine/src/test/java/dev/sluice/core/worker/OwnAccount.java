package dev.sluice.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.WorkLog;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A test worker's own count of its work, to hold the engine's account against. It tells the engine
 * what workers tell: what happened to transactions. For the worker's thread.
 */
public final class OwnAccount {

  private WorkLog log;
  private long done;
  private long open; // in the transaction
  private long rolledBack;
  private long inDoubt;
  private long failed;
  private long nothing;

  public void tell(WorkLog told) {
    log = told;
  }

  public Worker.Outcome done() {
    done++;
    return Worker.Outcome.DONE;
  }

  public Worker.Outcome nothing() {
    nothing++;
    return Worker.Outcome.NOTHING;
  }

  public Worker.Outcome inDoubt() {
    inDoubt++;
    return Worker.Outcome.IN_DOUBT;
  }

  /** Done once the transaction is committed. */
  public Worker.Outcome uncommitted() {
    log.uncommitted();
    open++;
    return Worker.Outcome.DONE;
  }

  public void commit() {
    log.committed(open);
    done += open;
    open = 0;
  }

  public void commitInDoubt() {
    log.commitInDoubt(open);
    inDoubt += open;
    open = 0;
  }

  public void rollBack() {
    log.rolledBack(open);
    rolledBack += open;
    open = 0;
  }

  /** The call fails, and its transaction with it. */
  public void fail() {
    failed++;
    rollBack();
  }

  /** The end cuts the call off, which is no failure; its transaction is rolled back. */
  public void cutOff() {
    inDoubt++;
    rollBack();
  }

  /** The worker dies in the call; what is open is rolled back when it is closed. */
  public void die() {
    failed++;
  }

  /**
   * The law of the account: the engine counts what these workers did, and what fell due or began
   * unscheduled is in exactly one class; what was not begun has exactly one cause.
   */
  public static void assertBalanced(
      Counts counts, Unfinished unfinished, List<OwnAccount> accounts) {
    assertThat(counts.done()).isEqualTo(sum(accounts, each -> each.done));
    assertThat(counts.rolledBack()).isEqualTo(sum(accounts, each -> each.rolledBack));
    assertThat(counts.failed()).isEqualTo(sum(accounts, each -> each.failed));
    assertThat(counts.inDoubt()).isEqualTo(sum(accounts, each -> each.inDoubt));
    assertThat(counts.empty()).isEqualTo(sum(accounts, each -> each.nothing));
    assertThat(counts.due() + counts.get(Counter.UNSCHEDULED))
        .isEqualTo(counts.settled() + counts.dropped() + unfinished.total());
    assertThat(unfinished.missing().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(unfinished.overdue());
    long byCause = 0;
    for (Cause cause : Cause.values()) {
      assertThat(counts.dropped(cause)).isNotNegative();
      byCause += counts.dropped(cause);
    }
    assertThat(byCause).isEqualTo(counts.dropped());
  }

  private static long sum(List<OwnAccount> accounts, ToLongFunction<OwnAccount> entry) {
    return accounts.stream().mapToLong(entry).sum();
  }
}
