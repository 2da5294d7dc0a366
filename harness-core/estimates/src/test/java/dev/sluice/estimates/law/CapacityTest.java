package dev.sluice.estimates.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.estimates.Interval;
import dev.sluice.estimates.law.VirtualSystem.Sweep;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Random virtual systems, as many of each law. They are asked for rates that some number of units
 * just carries, up to twice those that were measured: it lies in the interval in 93 to 97 of 100
 * answers. Rates beyond have none.
 */
class CapacityTest {

  private static final int SYSTEMS = Boolean.getBoolean("soak") ? 3_000 : 300;
  private static final int RATES = 3;
  private static final List<Law> LAWS = List.of(Law.values());
  private static final double[] NOISES = {0.005, 0.02, 0.05, 0.1};

  @Test
  void theUnitsThatCarryARateLieInTheInterval(TestReporter reporter) {
    SplittableRandom random = new SplittableRandom(562);
    int answered = 0;
    int held = 0;
    int beyond = 0;
    for (int i = 0; i < SYSTEMS; i++) {
      int points = random.nextInt(5, 9);
      VirtualSystem system = system(LAWS.get(i % LAWS.size()), points, random);
      Sweep sweep = new Sweep(NOISES[random.nextInt(NOISES.length)], points, random.nextInt(1, 4));
      List<Capacity> capacities =
          new Scaling(random).of(system.play(sweep, random.nextLong())).capacities();
      for (int j = 0; j < RATES; j++) {
        int truth = random.nextInt(1, most(system, 2 * points) + 1);
        double rate = VirtualSystem.EACH * system.growth(truth);
        Interval needed = Capacity.needed(rate, capacities);
        boolean answer = Double.isFinite(needed.high());
        // whole numbers round up, which would hold the truth more often than it is known
        boolean holds = answer && capacities.get(truth - 1).rate().contains(rate);
        answered += answer ? 1 : 0;
        held += holds ? 1 : 0;
        assertThat(!holds || needed.contains(truth)).isTrue();
        assertThat(needed.value()).isBetween(needed.low(), needed.high());
      }
      double highest =
          IntStream.rangeClosed(1, 2 * points)
              .mapToDouble(units -> VirtualSystem.EACH * system.growth(units))
              .max()
              .orElseThrow();
      Interval none = Capacity.needed(highest * random.nextDouble(1.02, 1.5), capacities);
      beyond += Double.isFinite(none.high()) ? 1 : 0;
    }
    String what =
        "%d of %d answers to %d questions hold the truth; beyond, %d of %d were answered"
            .formatted(held, answered, RATES * SYSTEMS, beyond, SYSTEMS);
    reporter.publishEntry(what);
    assertThat((double) held / answered).as(what).isBetween(0.93, 0.97);
    assertThat((double) answered / RATES / SYSTEMS).as(what).isGreaterThan(0.6);
    assertThat((double) beyond / SYSTEMS).as(what).isLessThan(0.025);
  }

  private static VirtualSystem system(Law law, int points, SplittableRandom random) {
    return switch (law) {
      case LINEAR -> new VirtualSystem(law, 0, 0);
      case FLAT -> new VirtualSystem(law, random.nextDouble(1.5, points - 1), 0);
      case BROKEN ->
          new VirtualSystem(law, random.nextDouble(2, points - 1), random.nextDouble(0.1, 0.7));
      case CONTENTION -> new VirtualSystem(law, random.nextDouble(0.01, 0.2), 0);
      case UNIVERSAL ->
          new VirtualSystem(law, random.nextDouble(0.01, 0.1), random.nextDouble(0.001, 0.01));
    };
  }

  /** How many units, up to a limit, help. */
  private static int most(VirtualSystem system, int limit) {
    return IntStream.rangeClosed(1, limit)
        .filter(units -> system.growth(units) > system.growth(units - 0.01))
        .max()
        .orElseThrow();
  }
}
