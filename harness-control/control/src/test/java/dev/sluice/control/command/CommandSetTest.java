package dev.sluice.control.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.text.Quantities;
import dev.sluice.core.text.Quantities.BadQuantityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Laws of all commands. */
class CommandSetTest {

  @Test
  void everyKindOfCommandCanBeWritten() throws Exception {
    Set<String> written = new TreeSet<>();
    for (Syntax syntax : Command.ALL) {
      assertThat(syntax.examples()).as(syntax.word()).isNotEmpty();
      for (String example : syntax.examples()) {
        written.add(Command.parse(example).getClass().getSimpleName());
      }
    }
    assertThat(written).isEqualTo(kinds(Command.class, new TreeSet<>()));
  }

  private static Set<String> kinds(Class<?> sealed, Set<String> names) {
    for (Class<?> kind : sealed.getPermittedSubclasses()) {
      if (kind.isInterface()) {
        kinds(kind, names);
      } else if (kind != OlderCommand.Wrong.class) {
        names.add(kind.getSimpleName());
      }
    }
    return names;
  }

  @Test
  void wordsAreTheirs() {
    assertThat(Command.ALL).extracting(Syntax::word).doesNotHaveDuplicates();
  }

  @Test
  void whatACommandPrintsIsParsedBackToIt() throws Exception {
    for (Command command : commands()) {
      assertThat(Command.parse(command.text())).as(command.text()).isEqualTo(command);
    }
  }

  private static List<Command> commands() throws BadCommandException {
    List<Command> commands = new ArrayList<>();
    for (Syntax syntax : Command.ALL) {
      for (String example : syntax.examples()) {
        commands.add(Command.parse(example));
      }
    }
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 10_000; i++) {
      String workload = random.nextInt(3) == 0 ? "" : "senders" + random.nextInt(9);
      double perSecond = rate(random);
      RateChange change =
          switch (random.nextInt(4)) {
            case 0 -> new RateChange.ToPerWorker(perSecond);
            case 1 -> new RateChange.ToTotal(perSecond);
            case 2 -> new RateChange.ByPerWorker(sign(random) * perSecond);
            default -> new RateChange.ByPercent(sign(random) * perSecond);
          };
      commands.add(new Rate(workload, change, time(random)));
      commands.add(new Command.Threads(workload, sign(random) * (1 + random.nextInt(1_000))));
      commands.add(new Command.Pause(workload));
      commands.add(new Command.Resume(workload));
      commands.add(new SessionCommand.Watch(time(random), random.nextBoolean()));
    }
    return commands;
  }

  @Test
  void timesAreParsedBackAndRatesHaveTheirLimits() {
    SplittableRandom random = new SplittableRandom(12);
    for (int i = 0; i < 10_000; i++) {
      Duration time = time(random);
      assertThat(Quantities.time(Quantities.text(time))).isEqualTo(time);
    }
    assertThat(Quantities.text(Quantities.MAX_TIME)).isEqualTo("24000h");
    assertThat(Quantities.text(Duration.ZERO)).isEqualTo("0s");
    assertThat(Quantities.text(Duration.ofNanos(1))).isEqualTo("0.000001ms");
    assertThat(Quantities.rate("1e-12")).isEqualTo(RateCurve.SMALLEST_PER_SECOND);
    assertThat(Quantities.rate("1E9")).isEqualTo(RateCurve.LARGEST_PER_SECOND);
  }

  @Test
  void numbersWithoutEndAreRefusedInNoTime() {
    for (String digits :
        List.of("9".repeat(1_000), "1e999", "9e-999", "1e", ".", "", "0x10", "-1")) {
      Stream.<Runnable>of(() -> Quantities.time(digits + "h"), () -> Quantities.rate(digits))
          .forEach(
              parse -> {
                try {
                  parse.run();
                } catch (BadQuantityException e) {
                  assertThat(e).hasMessageStartingWith("write ");
                }
              });
    }
    assertThat(Arrays.asList(Quantities.time("1e-999s"), Quantities.time("0")))
        .containsOnly(Duration.ZERO);
  }

  private static int sign(SplittableRandom random) {
    return random.nextBoolean() ? 1 : -1;
  }

  private static double rate(SplittableRandom random) {
    return Math.min(RateCurve.LARGEST_PER_SECOND, Math.pow(10, random.nextDouble(-12, 9)));
  }

  private static Duration time(SplittableRandom random) {
    long nanos = (long) Math.pow(10, random.nextDouble(0, 16.9));
    return Duration.ofNanos(random.nextBoolean() ? nanos : nanos / 1_000_000 * 1_000_000);
  }
}
