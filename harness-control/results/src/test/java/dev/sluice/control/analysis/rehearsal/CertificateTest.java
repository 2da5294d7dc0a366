package dev.sluice.control.analysis.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.analysis.check.WorkTimes;
import dev.sluice.control.analysis.check.WorkTimes.Idle;
import dev.sluice.control.analysis.rehearsal.Certificate.Wanted;
import dev.sluice.control.analysis.rehearsal.Rehearsal.Episode;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.control.format.TableDigest;
import dev.sluice.control.sink.folder.RunRecord;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Wanted USUAL = new Wanted(0.95, 0.95, OptionalLong.empty(), 0);

  /** As it is judged without options. */
  static Certificate of(Rehearsal rehearsal) {
    return new Certificate(rehearsal, USUAL, List.of());
  }

  private static Rehearsal rehearsal(long checked, long lost, long... outages) {
    return new Rehearsal(
        part("", 0),
        Arrays.stream(outages).mapToObj(each -> part("kill", each)).toList(),
        OptionalLong.of(SECOND / 20),
        DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, checked, DeliveryFigure.LOST, lost)),
        List.of());
  }

  /** The same faults after another time before them. */
  private static Rehearsal begun(Episode before, OptionalLong lateNanos, Rehearsal same) {
    return new Rehearsal(before, same.faults(), lateNanos, same.delivered(), same.problems());
  }

  private static Episode part(String name, long outage) {
    return new Episode(
        name,
        TestRun.STARTED,
        Map.of(
            FaultFigure.RATE_BACK,
            outage,
            FaultFigure.OUTAGE,
            outage,
            FaultFigure.LOST,
            0L,
            FaultFigure.IN_DOUBT,
            1_234L,
            FaultFigure.DUPLICATES,
            0L),
        List.of());
  }

  private static long[] seconds(int count, long worst) {
    return count == 0
        ? new long[] {worst, worst}
        : LongStream.range(0, count).map(i -> i == 0 ? worst : 2 * SECOND).toArray();
  }

  private static Judgement outcome(Certificate certificate, String begin) {
    return certificate.judged().stream()
        .filter(each -> each.objective().startsWith(begin))
        .findFirst()
        .map(ObjectiveResult::outcome)
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "59, 2, MET",
    "58, 2, NOT_JUDGED",
    "59, 30, NOT_JUDGED",
    "93, 30, MET", // one of 93 is above
    "5, 2, NOT_JUDGED",
    "0, 30, MISSED" // all of them
  })
  void mostOutagesAreBelowALimit(int faults, long worst, Judgement expected) {
    Wanted wanted = new Wanted(0.95, 0.95, OptionalLong.of(10 * SECOND), 0);
    assertThat(
            outcome(
                new Certificate(
                    rehearsal(1_000, 0, seconds(faults, worst * SECOND)), wanted, List.of()),
                "kill: 95 % of outages < 10.0s"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "4100000, 0, 0, MET",
    "4100000, 1, 0, MISSED",
    "0, 0, 0, NOT_JUDGED",
    "4100000, 0, 1e-6, MET",
    "2000000, 0, 1e-6, NOT_JUDGED",
    "4100000, 1, 1e-6, NOT_JUDGED",
    "4100000, 9, 1e-6, MISSED"
  })
  void lossIsJudgedByItsBound(long checked, long lost, double limit, Judgement expected) {
    Wanted wanted = new Wanted(0.95, 0.95, OptionalLong.empty(), limit);
    assertThat(
            outcome(new Certificate(rehearsal(checked, lost, SECOND), wanted, List.of()), "lost"))
        .isEqualTo(expected);
  }

  /** Of systems that just miss the limit at most 5 % get a certificate. */
  @Test
  void aCertificateIsWrongAsSeldomAsItSays() {
    Wanted wanted = new Wanted(0.9, 0.95, OptionalLong.of(10 * SECOND), 0);
    SplittableRandom random = new SplittableRandom(1);
    int met = 0;
    for (int seed = 0; seed < 400; seed++) {
      long[] outages =
          random.doubles(60).mapToLong(each -> (each < 0.8999 ? 5 : 15) * SECOND).toArray();
      met +=
          outcome(new Certificate(rehearsal(1, 0, outages), wanted, List.of()), "kill: 90 %")
                  == Judgement.MET
              ? 1
              : 0;
    }
    assertThat(met).isBetween(1, 30);
  }

  @Test
  void anOutageThatMayBeTooShortToBeSeenCountsAsLongAsThose() {
    Rehearsal seen = rehearsal(1_000, 0, 0, SECOND);
    Rehearsal busy = begun(part("", 0), OptionalLong.of(2 * SECOND), seen);
    assertThat(of(seen).times().get(0).worst()).isEqualTo(SECOND);
    assertThat(of(busy).times().get(0).worst()).isEqualTo(2 * SECOND);
    Wanted below = new Wanted(0.2, 0.9, OptionalLong.of(SECOND + 1), 0);
    assertThat(outcome(new Certificate(seen, below, List.of()), "kill: 20 %"))
        .isEqualTo(Judgement.MET);
    assertThat(outcome(new Certificate(busy, below, List.of()), "kill: 20 %"))
        .isEqualTo(Judgement.NOT_JUDGED);
    assertThat(report(seen).faults().get(2)).contains("0.00");
    assertThat(report(busy).faults().get(2)).contains("< 2.00").doesNotContain("0.00");
  }

  @Test
  void whatIsNotKnownIsNotJudged() {
    Rehearsal whole = rehearsal(1_000, 0, SECOND);
    Rehearsal broken =
        new Rehearsal(
            whole.before(), whole.faults(), whole.lateNanos(), whole.delivered(), List.of("torn"));
    assertThat(outcome(of(broken), "a whole history")).isEqualTo(Judgement.NOT_JUDGED);
    for (Rehearsal uncertain :
        List.of(
            begun(part("", 2 * SECOND), whole.lateNanos(), whole),
            begun(part("", FaultFigure.NOT_JUDGED), whole.lateNanos(), whole),
            begun(part("", 0), OptionalLong.empty(), whole))) {
      assertThat(outcome(of(uncertain), "steady load")).isEqualTo(Judgement.NOT_JUDGED);
    }
    assertThat(outcome(of(rehearsal(1_000, 0, FaultFigure.NOT_BACK)), "rate back"))
        .isEqualTo(Judgement.MISSED);
  }

  @Test
  void anOutageThatAStandstillHidesIsNotJudgedAndTheOthersAre() {
    String stood = "the harness stood still for 3.1 s";
    Episode hidden = part("kill", FaultFigure.NOT_JUDGED);
    Rehearsal seen = rehearsal(1_000, 0, 2 * SECOND);
    Rehearsal found =
        new Rehearsal(
            seen.before(),
            List.of(
                seen.faults().get(0),
                new Episode(hidden.name(), hidden.at(), hidden.figures(), List.of(stood))),
            seen.lateNanos(),
            seen.delivered(),
            List.of());
    Certificate certificate =
        new Certificate(found, new Wanted(0.05, 0.5, OptionalLong.of(10 * SECOND), 0), List.of());
    assertThat(certificate.judged())
        .contains(
            new ObjectiveResult("rate back, outage of fault 2, kill", Judgement.NOT_JUDGED, stood),
            new ObjectiveResult("rate back after each fault", Judgement.MET, "1 of 1"));
    assertThat(outcome(certificate, "kill: ")).isEqualTo(Judgement.MET);
    assertThat(certificate.times()).allMatch(each -> each.count() == 1);
    CertificateReport report = report(found);
    assertThat(report.outcome()).isEqualTo(Judgement.NOT_JUDGED);
    assertThat(report.faults().get(3)).containsSubsequence("not judged", "not judged");
    assertThat(report.csv()).contains("2 kill,2026-01-02T03:04:05Z,,,not judged,not judged,");
    assertThat(new JSONObject(report.json().toString()).getJSONArray("standstills"))
        .containsExactly("2 kill: " + stood);
  }

  @Test
  void ofFaultsThatWereNotJudgedNothingIsMet() {
    assertThat(of(rehearsal(1_000, 0, FaultFigure.NOT_JUDGED)).judged())
        .filteredOn(each -> each.objective().startsWith("rate back"))
        .extracting(ObjectiveResult::outcome)
        .containsExactly(Judgement.NOT_JUDGED);
  }

  private static CertificateReport report(Rehearsal rehearsal) {
    return new CertificateReport(
        of(rehearsal),
        new TableDigest("plan.yaml", "ab12"),
        List.of(),
        new RunRecord(TestRun.description("r"), TestRun.STARTED).document());
  }

  @Test
  void itReadsAsPeopleReadIt() {
    CertificateReport report =
        report(rehearsal(4_100_000, 0, 2 * SECOND, FaultFigure.NOT_BACK, SECOND));
    assertThat(report.faults())
        .contains(
            List.of("1 kill", "-", "-", "2.00", "2.00", "0", "1,234", "0"),
            List.of("2 kill", "-", "-", "not back", "not back", "0", "1,234", "0"));
    assertThat(report.times())
        .contains(
            List.of(
                "kill", "outage", "3", "2.00", "not back", "cannot be said from 3; 95 % takes 59"));
    assertThat(report.loss())
        .containsExactly(
            "0 of 4,100,000 messages in 3 faults: below 1 in 1,368,614 (95 % confidence)",
            "0 of 3 faults lost any: below 63.2 % (95 % confidence)");
    assertThat(report.csv())
        .contains("fault,at,first_back_ms,last_back_ms,rate_back_ms,outage_ms,lost,in_doubt,")
        .contains("3 kill,2026-01-02T03:04:05Z,,,1000,1000,0,1234,0\n")
        .contains(",not back,");
    JSONObject json = new JSONObject(report.json().toString());
    assertThat(json.getString("outcome")).isEqualTo("missed");
    assertThat(json.getJSONArray("faults").getJSONObject(1).getLong("outageMillis"))
        .isEqualTo(2_000);
  }

  @Test
  void anOutageEndsWhenTheRateIsBackForASecond() {
    List<Idle> idleTimes = new ArrayList<>();
    idleTimes.add(new Idle(0, SECOND, 0.01)); // of one in a hundred workers
    idleTimes.add(new Idle(SECOND, 3 * SECOND, 0.5));
    idleTimes.add(new Idle(2 * SECOND, 4 * SECOND, 0.02));
    assertThat(longest(idleTimes)).contains(new Outage(SECOND, 4 * SECOND));
    idleTimes.add(new Idle(5 * SECOND - 1, 6 * SECOND, 0.02));
    assertThat(longest(idleTimes)).contains(new Outage(SECOND, 6 * SECOND));
    idleTimes.add(new Idle(7 * SECOND, 8 * SECOND, 0.02));
    assertThat(longest(idleTimes)).contains(new Outage(SECOND, 6 * SECOND));
    idleTimes.add(new Idle(9 * SECOND, WorkTimes.NEVER, 0.02));
    assertThat(longest(idleTimes).orElseThrow().over()).isFalse();
    assertThat(longest(List.of())).isEmpty();
  }

  /** Pauses of less than 200 ms may be the harness's own: nobody tells of them. */
  @Test
  void momentsMakeNoOutageLonger() {
    SplittableRandom random = new SplittableRandom(46);
    for (int seed = 0; seed < 1_000; seed++) {
      Outage truth = new Outage(10 * SECOND, (10 + random.nextLong(1, 6)) * SECOND);
      List<Idle> idleTimes = new ArrayList<>();
      idleTimes.add(new Idle(truth.fromNanos(), truth.backNanos(), 1));
      for (long at = 8 * SECOND; at < 20 * SECOND; ) {
        long to = at + random.nextLong(SECOND / 20, SECOND / 5);
        if (to < truth.fromNanos() || at > truth.backNanos()) {
          idleTimes.add(new Idle(at, to, random.nextDouble(0.02, 1)));
        }
        at = to + random.nextLong(1, SECOND);
      }
      assertThat(longest(idleTimes)).as("%s", idleTimes).contains(truth);
      long again = truth.backNanos() + random.nextLong(1, SECOND);
      Outage whole = new Outage(truth.fromNanos(), 2 * again - truth.backNanos() + SECOND / 5);
      idleTimes.add(new Idle(again, whole.backNanos(), 0.5));
      idleTimes.removeIf(each -> each.fromNanos() < again && each.toNanos() > again);
      idleTimes.removeIf(each -> each.fromNanos() < whole.backNanos() && again < each.fromNanos());
      assertThat(longest(idleTimes)).as("%s", idleTimes).contains(whole);
    }
  }

  private static Optional<Outage> longest(List<Idle> idleTimes) {
    return Outage.longest(idleTimes, 0, 100 * SECOND);
  }
}
