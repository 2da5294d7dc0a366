package dev.sluice.control.scenario.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.scenario.step.ModelStepContext.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever befalls a search, the truth lies between the rates that it prints, or it says that this
 * host cannot judge after three windows at one rate. It prints no highest rate where nothing
 * limited. On a quiet host the two rates lie no more than 10 % apart.
 */
class FindMaxLawTest {

  /** A rate that nothing limits. */
  private static final double UNLIMITED = 1e9;

  private static final Pattern BRACKET =
      Pattern.compile("max rate of senders: ([0-9.,]+) to ([0-9.,]+)/s(, below 'from')?; met at.*");

  private record Drawn(long seed, double capacity) {}

  static List<Drawn> drawn() {
    int seeds = Boolean.getBoolean("soak") ? 200 : 20;
    return IntStream.range(0, seeds)
        .boxed()
        .flatMap(
            seed -> List.of(200.0, 20.0, UNLIMITED).stream().map(each -> new Drawn(seed, each)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("drawn")
  void theTruthLiesBetweenTheRatesOrTheHostCannotJudge(Drawn drawn) throws Exception {
    SplittableRandom random = new SplittableRandom(drawn.seed);
    ModelStepContext context = new ModelStepContext(drawn.capacity, 1);
    boolean quiet = drawn.seed % 4 == 0;
    if (!quiet) {
      context.troubles = troubles(random, 0.3 * random.nextDouble());
    }
    double reference = Math.min(drawn.capacity, 200);
    double to = 50 * reference;
    new FindMaxStep(
            "max",
            Map.of(),
            ModelStepContext.SENDERS,
            "",
            reference * Math.pow(10, random.nextDouble(-1.5, 1)),
            to,
            random.nextDouble(0.005, 0.05),
            0.01,
            Duration.ofSeconds(random.nextInt(3)),
            Duration.ofSeconds(random.nextInt(5, 11)),
            2,
            false,
            Duration.ofHours(3),
            List.of(
                Objective.parse(random.nextBoolean() ? "achieved/target >= 0.995" : "p99 < 150ms")))
        .play(context);
    assertThat(context.findings.answers()).hasSize(1);
    String answer = context.findings.answers().get(0);
    if (Judgement.of(context.findings.judgements()) == Judgement.NOT_JUDGED) {
      assertThat(quiet).as(answer).isFalse();
      assertThat(answer).contains("this host cannot judge it at");
      double last = context.tries.get(context.tries.size() - 1).ratePerSecond();
      assertThat(context.tries)
          .filteredOn(each -> each.ratePerSecond() == last && each.again().isEmpty())
          .filteredOn(each -> each.outcome() == Judgement.NOT_JUDGED)
          .extracting(SearchTry::ratePerSecond)
          .hasSizeGreaterThanOrEqualTo(3);
    } else if (drawn.capacity == UNLIMITED) {
      assertThat(answer).startsWith("max rate of senders: nothing limited up to ");
    } else {
      Matcher bracket = BRACKET.matcher(answer);
      assertThat(answer).matches(BRACKET);
      assertThat(bracket.matches()).isTrue();
      double low = Double.parseDouble(bracket.group(1).replace(",", ""));
      double high = Double.parseDouble(bracket.group(2).replace(",", ""));
      assertThat(drawn.capacity).as(answer).isBetween(low, high);
      if (quiet) {
        assertThat(high / low).as(answer).isLessThanOrEqualTo(1.1);
      }
    }
  }

  /** In spells: the harness is late, stands still, or the broker has something else to do. */
  private static IntFunction<Trouble> troubles(SplittableRandom random, double share) {
    int[] until = new int[1];
    Trouble[] now = {Trouble.NONE};
    return at -> {
      if (at >= until[0]) {
        until[0] = at + random.nextInt(1, 6);
        double kind = random.nextDouble();
        now[0] =
            kind > share
                ? Trouble.NONE
                : kind < 0.5 * share
                    ? new Trouble(1, random.nextLong(1_000_000, 400_000_000), 0)
                    : kind < 0.97 * share
                        ? new Trouble(1, 0, random.nextDouble(0.2, 1))
                        : new Trouble(random.nextDouble(), 0, 0);
      }
      return now[0];
    };
  }
}
