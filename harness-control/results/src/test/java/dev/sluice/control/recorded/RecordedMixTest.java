package dev.sluice.control.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dev.sluice.control.recorded.ProfileTable.Recording;
import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.pacing.Schedule;
import dev.sluice.jms.message.RecordedMix;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Laws of sizes and priorities, over random tables that the schedules of workers play. */
class RecordedMixTest {

  private static final int SEEDS = Boolean.getBoolean("soak") ? 2_000 : 60;
  private static final int PARTS = 12;

  @TempDir Path folder;

  /** What a message is like; one row of a part. */
  private record Kind(int part, int bytes, int priority) {}

  /** A message, by the time at which it is due. */
  private record Sent(double profileSeconds, int bytes, int priority) {}

  private Recording read(double speed, double scale, List<String> lines) throws IOException {
    Path file = Files.write(folder.resolve("day.csv"), lines);
    return new ProfileTable("", "", speed, scale).read(file);
  }

  /** A pause does not change it, nor does the number of workers. */
  @ParameterizedTest
  @CsvSource({"1, 1", "0.5, 1", "2, 1", "1, 2", "2, 2", "0.5, 2", "0.7, 1", "3, 0.9"})
  void eachPartHasTheMessagesThatWereCountedInIt(double speed, double scale) throws IOException {
    double times = scale / speed;
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double length = 1 + random.nextInt(100) / 10.0;
      Map<Kind, Double> counted = new HashMap<>();
      List<String> lines = new ArrayList<>(List.of("time,size,puts,priority"));
      for (int part = 0; part < PARTS; part++) {
        for (int row = random.nextInt(4); row >= 0; row--) {
          int count = random.nextInt(3) == 0 ? 0 : random.nextInt(1 << random.nextInt(9));
          Kind kind = new Kind(part, 100 * random.nextInt(5), random.nextInt(10));
          lines.add((part + 1) * length + "," + kind.bytes + "," + count + "," + kind.priority);
          counted.merge(kind, (double) count, Double::sum);
        }
      }
      counted.merge(new Kind(0, 1, 0), 1.0, Double::sum);
      lines.add(1, length + ",1,1,0");
      Map<Kind, Integer> sent = new HashMap<>();
      double partSeconds = length / speed;
      for (Sent each : played(read(speed, scale, lines), PARTS * partSeconds, random)) {
        int part = (int) (each.profileSeconds / partSeconds);
        sent.merge(new Kind(part, each.bytes, each.priority), 1, Integer::sum);
      }
      double error = times == Math.rint(times) ? 0.001 : 2;
      counted.forEach(
          (kind, count) ->
              assertThat((double) sent.getOrDefault(kind, 0))
                  .as("%s of %s", kind, lines)
                  .isCloseTo(count * times, within(error)));
      assertThat(counted.keySet()).containsAll(sent.keySet());
    }
  }

  /** What workers send along a profile, which is paused somewhere. */
  private static List<Sent> played(Recording recording, double seconds, SplittableRandom random) {
    int workers = 1 + random.nextInt(7);
    long pausedNanos = (long) (random.nextDouble() * seconds * 1e9);
    RateCurve curve = recording.profile().scaled(1, workers);
    Schedule before = Schedule.notStarted(0).then(curve, 0, 0, Long.MIN_VALUE);
    Schedule after =
        before
            .then(NoSchedule.PAUSED, pausedNanos, 0, Long.MIN_VALUE)
            .then(curve.remainingAt(pausedNanos / 1e9), 2 * pausedNanos, 0, Long.MIN_VALUE);
    return sent(
        count -> before.dueNanos(count) <= pausedNanos ? before : after,
        recording.mix().get(),
        workers,
        seconds);
  }

  private static List<Sent> sent(
      DoubleFunction<Schedule> schedules, RecordedMix mix, int workers, double untilSeconds) {
    List<Sent> sent = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      for (double count = worker / (double) workers; ; count++) {
        Schedule schedule = schedules.apply(count);
        double seconds = schedule.profileSecondsAt(schedule.dueNanos(count));
        if (seconds >= untilSeconds) {
          break;
        }
        IterationTimes times = at(seconds);
        sent.add(new Sent(seconds, mix.nextBytes(null, times), mix.priority(times)));
      }
    }
    return sent;
  }

  private static IterationTimes at(double profileSeconds) {
    return new IterationTimes() {
      @Override
      public double profileSeconds() {
        return profileSeconds;
      }
    };
  }

  /** In every order of their rows. */
  @Test
  void eachSingleMessageIsSentOnce() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<String> lines = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        int second = 1 + random.nextInt(9);
        int bytes = random.nextInt(1_000);
        int priority = random.nextInt(10);
        lines.add(second + ".5," + priority + "," + bytes);
        expected.add(second + "," + bytes + "," + priority);
      }
      Collections.shuffle(lines, new Random(seed));
      lines.add(0, "1,9,1000"); // the first second begins with it
      expected.add("1,1000,9");
      lines.add(0, "put,priority,size");
      assertThat(played(read(1, 1, lines), 9, random))
          .extracting(
              each -> 1 + (int) each.profileSeconds + "," + each.bytes + "," + each.priority)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  /** Even if each part has less than one message, at a period that fits the parts. */
  @ParameterizedTest
  @CsvSource({"20", "21", "13.7"})
  void aPartOfTheMessagesHasTheMixOfAll(double speed) throws IOException {
    int parts = 30_000;
    List<String> lines = new ArrayList<>(List.of("time,puts,size,priority"));
    for (int part = 1; part <= parts; part++) {
      lines.add(part + ",9,10,1");
      lines.add(part + ",1,1000,2");
    }
    List<Sent> sent = played(read(speed, 1, lines), parts / speed, new SplittableRandom(1));
    double large = sent.stream().filter(each -> each.bytes == 1000).count();
    double deviation = Math.sqrt(sent.size() * 0.1 * 0.9);
    assertThat(large).isCloseTo(sent.size() * 0.1, within(4 * deviation));
    assertThat(sent).allMatch(each -> each.bytes == 1000 == (each.priority == 2));
  }

  /** Neither all at its begin nor at its end. */
  @Test
  void eachKindIsSpreadOverItsPart() throws IOException {
    List<String> lines =
        List.of("t,puts,size,priority", "9,90000,10,1", "9,10000,20,1", "18,1,5,1");
    List<Sent> sent = played(read(1, 1, lines), 9, new SplittableRandom(7));
    for (int second = 0; second < 9; second++) {
      int from = second;
      long large =
          sent.stream()
              .filter(each -> (int) each.profileSeconds == from && each.bytes == 20)
              .count();
      assertThat((double) large).as("in second " + second).isCloseTo(10_000 / 9.0, within(5.0));
    }
  }

  /** Its mix goes on with its time, but in a pause, and its last part is repeated. */
  @Test
  void anotherRateAndTheEndOfTheProfileLeaveTheMix() throws IOException {
    Recording recording =
        read(1, 1, List.of("t,puts,size,priority", "1,10,1,1", "2,90,2,2", "2,10,3,3"));
    Schedule schedule =
        Schedule.notStarted(0)
            .then(recording.profile(), 0, 0, Long.MIN_VALUE)
            .then(new ConstantRate(1000), 500_000_000, 0, Long.MIN_VALUE)
            .then(NoSchedule.PAUSED, 600_000_000, 0, Long.MIN_VALUE)
            .then(new ConstantRate(1000), 5_600_000_000L, 0, Long.MIN_VALUE);
    int[] kinds = new int[4];
    sent(count -> schedule, recording.mix().get(), 1, 12).forEach(each -> kinds[each.bytes]++);
    assertThat(kinds[1]).isBetween(504, 506);
    assertThat((double) kinds[3]).isCloseTo(1_100, within(110.0));
    assertThat(kinds[2] + kinds[3]).isEqualTo(11_000);
  }

  @Test
  void lookingUpAMessageAllocatesNothing() throws IOException {
    RecordedMix mix =
        read(1, 1, List.of("t,puts,size,priority", "1,10,1,1", "2,90,2,2", "2,9,3,3")).mix().get();
    double[] seconds = {0};
    IterationTimes times =
        new IterationTimes() {
          @Override
          public double profileSeconds() {
            return seconds[0] += 0.001;
          }
        };
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10_000; i++) {
      mix.nextBytes(null, times);
      mix.priority(times);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }
}
