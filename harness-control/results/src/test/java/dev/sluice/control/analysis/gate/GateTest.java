package dev.sluice.control.analysis.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.analysis.compare.RunFigures.Sample;
import dev.sluice.control.analysis.gate.Gate.Figure;
import dev.sluice.control.analysis.gate.Gate.Side;
import dev.sluice.control.measure.Metric;
import dev.sluice.estimates.Decision;
import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Laws of gates, played with synthetic systems: no run takes any time. */
class GateTest {

  private static final Metric ACHIEVED = Metric.of("achieved").orElseThrow();
  private static final Metric P50 = Metric.of("p50").orElseThrow();
  private static final Metric P99 = Metric.of("p99").orElseThrow();
  private static final List<Figure> ALL =
      List.of(Figure.parse("achieved"), Figure.parse("p50"), Figure.parse("p99"));
  private static final List<Figure> P99_ALONE = List.of(Figure.parse("p99"));
  private static final int ROUNDS = 10;

  /** Twelve kinds of systems together play some hundred gates in a build. */
  private static final int EQUAL_PAIRS = Boolean.getBoolean("soak") ? 200 : 15;

  private static final int PAIRS = Boolean.getBoolean("soak") ? 100 : 20;
  private static final double MARGIN = 0.05;

  /** A host on which runs follow each other: what each finds depends on the one before. */
  private static final class Host implements Gate.Runner {

    private final SplittableRandom random;
    private final double spread;
    private final double memory;
    private final double factor;
    private final double creep;
    private final List<String> played = new ArrayList<>();
    private final double[] state = new double[2];

    /**
     * A host.
     *
     * @param spread the standard deviation of latencies between runs, as a share
     * @param memory the autocorrelation from run to run
     * @param factor of B's latencies beside A's
     * @param creep how much slower the host gets from run to run, as a share
     */
    Host(long seed, double spread, double memory, double factor, double creep) {
      this.random = new SplittableRandom(seed);
      this.spread = spread;
      this.memory = memory;
      this.factor = factor;
      this.creep = creep;
      state[0] = random.nextGaussian();
      state[1] = random.nextGaussian();
    }

    @Override
    public RunFigures play(Side side, String name) {
      double slower = (side == Side.B ? factor : 1) * Math.pow(1 + creep, played.size());
      played.add(name);
      return run(name, Map.of(ACHIEVED, 500.0, P50, slower * next(0), P99, slower * 8 * next(1)));
    }

    private double next(int figure) {
      state[figure] =
          memory * state[figure] + Math.sqrt(1 - memory * memory) * random.nextGaussian();
      return stepped(Math.exp(spread * state[figure]));
    }

    /** As a histogram with two digits has it. */
    private static double stepped(double value) {
      double step = Math.pow(2, Math.floor(Math.log(value) / Math.log(2)) - 7);
      return Math.round(value / step) * step;
    }
  }

  private static RunFigures run(String name, Map<Metric, Double> values) {
    return run(name, values, 500, Set.of(), Optional.empty());
  }

  private static RunFigures run(
      String name,
      Map<Metric, Double> values,
      double target,
      Set<Metric> late,
      Optional<String> limited) {
    return new RunFigures(
        name, Instant.EPOCH, Map.of("senders", new Sample(values, target, late)), limited);
  }

  private static GateResult gate(List<Figure> wanted, Gate.Runner runner) {
    return gate(wanted, ROUNDS, runner);
  }

  private static GateResult gate(List<Figure> wanted, int rounds, Gate.Runner runner) {
    try {
      return new Gate(wanted, rounds, MARGIN, runner, () -> 0).play(line -> {});
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static long count(List<Figure> wanted, Stream<Host> hosts, Decision... decisions) {
    return hosts
        .map(host -> gate(wanted, host).decision())
        .filter(List.of(decisions)::contains)
        .count();
  }

  private static Stream<Host> hosts(int seeds, double spread, double memory, double factor) {
    return LongStream.range(0, seeds).mapToObj(seed -> new Host(seed, spread, memory, factor, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "0.02, 0", "0.02, 0.5", "0.02, 0.8", "0.05, 0", "0.05, 0.5", "0.05, 0.8",
    "0.1, 0", "0.1, 0.5", "0.1, 0.8", "0.15, 0", "0.15, 0.5", "0.15, 0.8"
  })
  void ofEqualSystemsAtMostOneInAHundredIsFlagged(double spread, double memory) {
    assertThat(count(ALL, hosts(EQUAL_PAIRS, spread, memory, 1), Decision.WORSE, Decision.BETTER))
        .isLessThanOrEqualTo(EQUAL_PAIRS / 100);
  }

  @ParameterizedTest
  @CsvSource({"0.02, 0", "0.03, 0", "0.02, 0.5", "0.03, 0.5"})
  void anAddedTenPercentIsFound(double spread, double memory) {
    assertThat(count(P99_ALONE, hosts(PAIRS, spread, memory, 1.1), Decision.WORSE))
        .isGreaterThanOrEqualTo(PAIRS * 90 / 100);
    assertThat(count(ALL, hosts(PAIRS, spread, memory, 1.1), Decision.WORSE))
        .isGreaterThanOrEqualTo(PAIRS * 90 / 100);
    assertThat(count(ALL, hosts(PAIRS, spread, memory, 1 / 1.1), Decision.WORSE)).isZero();
  }

  /** A tenth is found now and then beside a spread of a tenth, and then it is no error. */
  @ParameterizedTest
  @CsvSource({"0.1, 60", "0.15, 80"})
  void whereTheNoiseForbidsItNothingIsSaid(double spread, int atLeast) {
    assertThat(count(P99_ALONE, hosts(PAIRS, spread, 0, 1.1), Decision.CANNOT_TELL))
        .isGreaterThanOrEqualTo(PAIRS * atLeast / 100);
    assertThat(count(P99_ALONE, hosts(PAIRS, spread, 0, 1.1), Decision.EQUAL, Decision.BETTER))
        .isZero();
    assertThat(count(P99_ALONE, hosts(PAIRS, spread, 0, 1), Decision.CANNOT_TELL))
        .isGreaterThanOrEqualTo(PAIRS * 95 / 100);
  }

  /** Both the change and its spread are estimates, so that it is about as many. */
  @Test
  void asManyRoundsAsItSaysWouldTellDoSoMostTimes() {
    Pattern told = Pattern.compile("about (\\d+) rounds would tell");
    int asked = 0;
    int decided = 0;
    for (int seed = 0; seed < 60; seed++) {
      Matcher needed = told.matcher(gate(P99_ALONE, 4, new Host(seed, 0.06, 0, 1.1, 0)).headline());
      if (needed.find()) {
        asked++;
        int rounds = Integer.parseInt(needed.group(1));
        Host another = new Host(1_000 + seed, 0.06, 0, 1.1, 0);
        decided += gate(P99_ALONE, rounds, another).decision() == Decision.CANNOT_TELL ? 0 : 1;
      }
    }
    assertThat(asked).isGreaterThan(20);
    assertThat(decided).isGreaterThan(asked / 2);
  }

  @Test
  void itSaysBeforehandHowLongItMayTake() throws Exception {
    List<String> lines = new ArrayList<>();
    long[] nanos = {0};
    Host host = new Host(1, 0.002, 0, 1, 0);
    Gate.Runner tenSeconds =
        (side, name) -> {
          nanos[0] += 10_000_000_000L;
          return host.play(side, name);
        };
    var unused = new Gate(ALL, ROUNDS, MARGIN, tenSeconds, () -> nanos[0]).play(lines::add);
    assertThat(lines.get(0)).isEqualTo("screen: a run of each side");
    assertThat(lines.get(2))
        .isEqualTo("rounds of A B B A until it is known, each about 40.0 s; at most 10, 6:40");
  }

  @Test
  void whatIsSteadyIsKnownEarly() {
    Host host = new Host(1, 0.002, 0, 1, 0);
    GateResult result = gate(ALL, host);
    assertThat(result.decision()).isEqualTo(Decision.EQUAL);
    assertThat(result.rounds()).hasSizeLessThan(ROUNDS);
    assertThat(result.headline()).startsWith("equal within 5 % after ");
    assertThat(host.played.subList(0, 6))
        .as("the screen, then A B B A")
        .containsExactly(
            "screen/a1", "screen/b1", "round-1/a1", "round-1/b1", "round-1/b2", "round-1/a2");
  }

  @Test
  void aMarginIsShownAsItWasWritten() throws Exception {
    GateResult result =
        new Gate(P99_ALONE, ROUNDS, 0.07, new Host(1, 0.002, 0, 1, 0), () -> 0).play(line -> {});
    assertThat(result.headline()).startsWith("equal within 7 % after ");
    GateReport report = new GateReport("plan", "set=x=1", result);
    assertThat(report.lines()).anyMatch(line -> line.startsWith("a change counts above 7 %;"));
    assertThat(report.json().toString()).contains("\"marginPercent\":7,");
  }

  @Test
  void aSteadyDriftCancelsAndIsTold() {
    GateResult result = gate(P99_ALONE, new Host(1, 0.002, 0, 1, 0.02));
    assertThat(result.decision()).isEqualTo(Decision.EQUAL);
    GateResult.Ruling ruling = result.rulings().get(0);
    assertThat(ruling.drift().value()).isBetween(0.05, 0.07);
    assertThat(ruling.drift().contains(0)).isFalse();
    assertThat(String.join("\n", new GateReport("plan", "set=x=1", result).lines()))
        .contains("A against itself", GateResult.drift(ruling));
  }

  @Test
  void theFirstRunsAreInNoFigure() {
    Host host = new Host(1, 0.002, 0, 1, 0);
    GateResult result =
        gate(
            P99_ALONE,
            (side, name) ->
                name.startsWith("screen")
                    ? run(name, Map.of(P99, side == Side.A ? 1.0 : 1000.0))
                    : host.play(side, name));
    assertThat(result.decision()).isEqualTo(Decision.EQUAL);
  }

  @Test
  void aRoundOfWhichTheHarnessWasTheLimitIsNotJudged() {
    Host host = new Host(1, 0.002, 0, 1.2, 0);
    GateResult result =
        gate(
            P99_ALONE,
            (side, name) -> {
              RunFigures sound = host.play(side, name);
              return name.equals("round-2/b1")
                  ? run(
                      name, Map.of(P99, 900.0), 500, Set.of(), Optional.of("senders woke up late"))
                  : name.equals("round-3/a1")
                      ? run(name, Map.of(P99, 900.0), 500, Set.of(P99), Optional.empty())
                      : sound;
            });
    assertThat(result.notJudged())
        .containsExactly(
            "round 2 is not judged: round-2/b1: senders woke up late",
            "round 3 is not judged: senders p99 may be mostly the harness's own lateness");
    assertThat(result.judged()).hasSize(result.rounds().size() - 2);
    assertThat(result.decision()).isEqualTo(Decision.WORSE);
    assertThat(result.rulings().get(0).change().value()).isBetween(0.18, 0.22);
  }

  @Test
  void whatCannotBeJudgedEndsEarly() {
    GateResult result =
        gate(
            P99_ALONE,
            (side, name) ->
                run(
                    name,
                    Map.of(P99, 1.0),
                    side == Side.A ? 500 : 1000,
                    Set.of(),
                    Optional.empty()));
    assertThat(result.decision()).isEqualTo(Decision.CANNOT_TELL);
    assertThat(result.rounds()).hasSize(3);
    assertThat(result.notJudged().get(0))
        .isEqualTo(
            "round 1 is not judged: senders is not comparable: its targets were 500.0/s and"
                + " 1000.0/s");
    assertThat(result.headline()).isEqualTo("cannot tell after 3 rounds: 0 rounds could be judged");
  }

  @Test
  void whatDoesNothingAnyMoreIsWorse() {
    GateResult result =
        gate(
            List.of(Figure.parse("achieved")),
            (side, name) -> run(name, Map.of(ACHIEVED, side == Side.A ? 500.0 : 0)));
    assertThat(result.decision()).isEqualTo(Decision.WORSE);
  }

  @Test
  void aFigureThatRunsDoNotHaveIsSaidBeforeManyArePlayed() {
    Host host = new Host(1, 0.002, 0, 1, 0);
    assertThatThrownBy(() -> gate(List.of(Figure.parse("receivers: p99")), host))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "the runs have no receivers: p99; they have senders: achieved, senders: p50, senders:"
                + " p99");
    assertThat(host.played).hasSize(2);
    assertThatThrownBy(() -> Figure.parse("senders: p98"))
        .hasMessageStartingWith("'p98' is not a figure");
  }

  @Test
  void whatHasATargetIsJudgedUnlessAnythingIsAskedFor() {
    Sample paced = new Sample(Map.of(ACHIEVED, 500.0, P50, 1.0, P99, 2.0), 500, Set.of());
    Sample unpaced = new Sample(Map.of(ACHIEVED, 500.0, P50, 1.0, P99, 2.0), 0, Set.of());
    Map<String, Sample> both = Map.of("senders", paced, "receivers", unpaced);
    assertThat(judged(both)).containsExactlyInAnyOrder("senders achieved", "senders p99");
    assertThat(judged(Map.of("receivers", unpaced)))
        .containsExactlyInAnyOrder("receivers achieved", "receivers p99");
    assertThatThrownBy(() -> judged(Map.of()))
        .as("nothing is not equal")
        .isInstanceOf(ConfigurationException.class);
  }

  private static List<String> judged(Map<String, Sample> subjects) {
    return gate(
            List.of(),
            (side, name) -> new RunFigures(name, Instant.EPOCH, subjects, Optional.empty()))
        .rulings()
        .stream()
        .map(each -> GateResult.name(each.figure()))
        .toList();
  }

  @Test
  void allReportsSayTheSame() throws Exception {
    GateReport report =
        new GateReport("pl<an", "set=a|b=1", gate(ALL, new Host(1, 0.02, 0, 1.5, 0)));
    assertThat(report.lines()).last().asString().startsWith("worse after ");
    assertThat(report.lines()).anyMatch(line -> line.matches("senders +p99 .* worse"));
    JSONObject json = new JSONObject(report.json().toString());
    assertThat(json.getString("answer")).isEqualTo("worse");
    JSONObject p99 = json.getJSONArray("figures").getJSONObject(2);
    assertThat(p99.getJSONObject("change").getDouble("lowPercent")).isLessThan(50).isPositive();
    assertThat(p99.getJSONObject("change").getDouble("highPercent")).isGreaterThan(50);
    assertThat(report.markdown())
        .startsWith("### Gate: worse after ")
        .contains("| senders | p99 | ", " with set=a\\|b=1, B is pl&lt;an");
    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(report.junit())))
            .getDocumentElement();
    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getElementsByTagName("failure").getLength())
        .isEqualTo(Integer.parseInt(suite.getAttribute("failures")))
        .isPositive();
    assertThat(suite.getAttribute("name")).isEqualTo("sluice gate pl<an");
  }
}
