package dev.sluice.control.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.AccountTerm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However intervals are joined, nothing is lost, added or mixed. */
class IntervalJoinTest {

  private static final int INTERVALS = 14;
  private static final int WARMUPS = 2;

  private static List<Snapshot> intervals() {
    List<Snapshot> intervals = new ArrayList<>();
    for (Snapshot snapshot : TestRun.intervals(TestRun.STARTED, INTERVALS, WARMUPS, 1)) {
      intervals.add(
          new Snapshot(
              snapshot.number(),
              snapshot.time(),
              snapshot.sinceStartNanos(),
              snapshot.lengthNanos(),
              snapshot.warmup(),
              snapshot.runId(),
              0.1 * snapshot.number(),
              snapshot.workloads()));
    }
    return intervals;
  }

  private static List<Snapshot> joined(int length) {
    List<Snapshot> joined = new ArrayList<>();
    IntervalJoin join = new IntervalJoin(length, joined::add);
    intervals().forEach(join);
    join.end();
    return joined;
  }

  private static long startNanos(Snapshot piece) {
    return piece.sinceStartNanos() - piece.lengthNanos();
  }

  private static Totals totals(List<Snapshot> intervals) {
    Totals totals = Totals.NOTHING;
    for (Snapshot each : intervals) {
      totals = totals.then(each);
    }
    return totals;
  }

  @ParameterizedTest
  @CsvSource({"1, 14", "2, 7", "3, 5", "5, 4", "12, 2", "100, 2"})
  void piecesAreWholeButForTheLastOfTheWarmUpAndOfTheRun(int length, int pieces) {
    assertThat(joined(length)).hasSize(pieces);
    assertThat(joined(length))
        .allMatch(piece -> piece.lengthNanos() <= length * TestRun.SECOND_NANOS);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 12, 100})
  void eachPieceBeginsWhereTheOneBeforeItEnded(int length) {
    long end = startNanos(intervals().get(0));
    for (Snapshot piece : joined(length)) {
      assertThat(startNanos(piece)).isEqualTo(end);
      end = piece.sinceStartNanos();
    }
    assertThat(end).isEqualTo(intervals().get(INTERVALS - 1).sinceStartNanos());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 12, 100})
  void theWarmUpIsInPiecesOfItsOwn(int length) {
    long warmup =
        joined(length).stream().filter(Snapshot::warmup).mapToLong(Snapshot::lengthNanos).sum();
    assertThat(warmup).isEqualTo(WARMUPS * TestRun.SECOND_NANOS);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 12, 100})
  void totalsAreThoseOfTheIntervals(int length) {
    Totals expected = totals(intervals());
    Totals actual = totals(joined(length));
    assertThat(actual.measuredNanos())
        .isEqualTo(expected.measuredNanos())
        .isEqualTo((INTERVALS - WARMUPS) * TestRun.SECOND_NANOS);
    // the mean of 0.3 to 1.4
    assertThat(actual.cpu().cores())
        .isCloseTo(expected.cpu().cores(), within(1e-9))
        .isCloseTo(0.85, within(1e-9));
    assertThat(actual.workloads()).isEqualTo(expected.workloads()).isNotEmpty();
    for (String name : expected.workloads()) {
      Totals.OfWorkload one = expected.of(name);
      Totals.OfWorkload other = actual.of(name);
      assertThat(other.whole().counts()).isEqualTo(one.whole().counts());
      assertThat(AccountTerm.values())
          .allMatch(term -> term.of(other.whole()) == term.of(one.whole()));
      assertThat(other.sum().counts()).isEqualTo(one.sum().counts());
      assertThat(other.sum().lengthNanos()).isEqualTo(one.sum().lengthNanos());
      assertThat(TestRun.values(other.sum().headlineLatency()))
          .isEqualTo(TestRun.values(one.sum().headlineLatency()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theWarmUpIsCountedSinceTheStartAndNotMeasured(int length) {
    Totals totals = totals(joined(length));
    for (Totals.OfWorkload total : totals.workloads().stream().map(totals::of).toList()) {
      long measured = total.sum().counts().iterations();
      assertThat(total.whole().counts().iterations()).isGreaterThan(measured);
      assertThat(total.sum().lengthNanos()).isEqualTo((INTERVALS - WARMUPS) * TestRun.SECOND_NANOS);
    }
  }
}
