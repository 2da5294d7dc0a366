package dev.sluice.control.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.Command;
import dev.sluice.control.command.Rate;
import dev.sluice.control.scenario.yaml.Scope;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.YamlReader;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.text.Quantities.BadQuantityException;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** All inputs take the same values, with the same meaning, and refuse the same ones. */
class QuantitiesEverywhereTest {

  private static final String[] PARTS = {
    "0", "1", "30", "300", "9999999", ".", "5", "e", "-", "E9", "us", "ms", "s", "M", "min", "h",
    "D"
  };

  @Test
  void timesAndRatesAreTheSameToAll() {
    SplittableRandom random = new SplittableRandom(5);
    int taken = 0;
    for (int i = 0; i < 3_000; i++) {
      StringBuilder text = new StringBuilder("1");
      for (int parts = random.nextInt(4); parts > 0; parts--) {
        text.append(PARTS[random.nextInt(PARTS.length)]);
      }
      taken += isSameToAll(text.toString()) ? 1 : 0;
    }
    assertThat(taken).isGreaterThan(300);
    assertThat(isSameToAll("300h")).isTrue();
    assertThat(isSameToAll("1000d")).isTrue();
    assertThat(isSameToAll("1001d")).isFalse();
  }

  private static boolean isSameToAll(String text) {
    Optional<Duration> option = taken(() -> new Converters.Time().convert(text));
    Optional<Duration> scenario = taken(() -> section(text).time("over", Duration.ZERO));
    Optional<Duration> socket = taken(() -> ((Rate) Command.parse("rate 1 over " + text)).over());
    assertThat(scenario).as(text).isEqualTo(option);
    assertThat(socket).as(text).isEqualTo(option);
    Optional<Double> rateOption = taken(() -> new Converters.IterationRate().convert(text));
    Optional<Double> rateSocket =
        taken(() -> rate(((Rate) Command.parse("rate " + text)).change()));
    Optional<Double> rateScenario = taken(() -> rate(Rate.change(text)));
    assertThat(rateSocket).as(text).isEqualTo(rateOption);
    assertThat(rateScenario).as(text).isEqualTo(rateOption);
    return option.isPresent();
  }

  private static double rate(RateChange change) {
    return ((RateChange.ToPerWorker) change).perSecond();
  }

  private static Section section(String text) {
    return new Section(
        new YamlReader("plan").read("over: '" + text + "'"),
        Scope.of(name -> Optional.empty(), new Secrets()));
  }

  /** Empty if it is refused. */
  private static <T> Optional<T> taken(Callable<T> read) {
    try {
      return Optional.of(read.call());
    } catch (BadQuantityException e) {
      return Optional.empty();
    } catch (Exception e) {
      assertThat(e).as("a way to say no").isNotInstanceOf(NullPointerException.class);
      return Optional.empty();
    }
  }
}
