package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.explain.Variations;
import dev.sluice.control.explain.Variations.VariedPlan;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.secret.Secrets;
import dev.sluice.estimates.bottleneck.Lever;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What of a plan is varied, and which settings that takes. */
class VariationsTest {

  private static final String PAIR =
      """
      vars: {size: 2KiB}
      providers: {nobody: {type: 'null'}}
      workloads:
        requesters:
          {type: request, request-queue: RQ, reply-queue: RP, queues: 1..4, threads: 6, size: "${size}", persistent: true}
        responders: {type: respond, request-queue: RQ, reply-queue: RP, queues: 1..4, threads: 3, copy-request: true}
      run: {duration: 1s}
      """;

  private static Variations of(String plan, boolean awaitsAllSends) {
    return of(plan, awaitsAllSends, Optional.empty());
  }

  private static Variations of(String plan, boolean awaitsAllSends, Optional<String> queues) {
    Scenario scenario =
        new ScenarioReader(new ScenarioVocabulary(new Secrets()), name -> Optional.empty())
            .read("plan", "plan.yaml", plan, List.of());
    List<Scenario.WorkloadPlan> all = new ArrayList<>(scenario.workloadSets().get(0));
    return new Variations(all.remove(0), all, queues, awaitsAllSends);
  }

  private static List<String> settings(Variations variations, Lever lever) {
    return variations.of(lever).stream()
        .map(
            varied ->
                varied.label() + ", " + varied.variation().speedup() + ": " + varied.settings())
        .toList();
  }

  @Test
  void eachLeverHasItsSettings() {
    Variations pair = of(PAIR, true);
    assertThat(pair.moreRequesters().stream().map(VariedPlan::requesters))
        .containsExactly(12, 10, 9, 7);
    assertThat(settings(pair, Lever.REQUESTERS))
        .containsExactly("3 requesters, 0.5: [workloads.requesters.threads=3]");
    assertThat(settings(pair, Lever.SIZE))
        .containsExactly(
            "512 bytes, 4.0: [workloads.requesters.size=512]",
            "8192 bytes, 0.25: [workloads.requesters.size=8192]");
    assertThat(settings(of(PAIR.replace("copy-request: true", "size: 100"), true), Lever.SIZE))
        .contains("512 bytes, 4.0: [workloads.requesters.size=512, workloads.responders.size=25]");
    assertThat(
            settings(
                of(PAIR.replace("copy-request: true", "on-error: continue"), true), Lever.SIZE))
        .isEmpty(); // replies have a size of their own
    assertThat(settings(pair, Lever.PERSISTENCE))
        .containsExactly("not persistent, Infinity: [workloads.requesters.persistent=false]");
    assertThat(settings(pair, Lever.RECEIVERS))
        .containsExactly(
            "6 receivers, 2.0: [workloads.responders.threads=6]",
            "1 receivers, " + 1.0 / 3 + ": [workloads.responders.threads=1]");
    assertThat(settings(pair, Lever.QUEUES))
        .containsExactly(
            "2 queues, 0.5: [workloads.requesters.queues=1..2, workloads.responders.queues=1..2]");
    assertThat(settings(of(PAIR, true, Optional.of("1..12")), Lever.QUEUES))
        .containsExactly(
            "12 queues, 3.0: [workloads.requesters.queues=1..12,"
                + " workloads.responders.queues=1..12]");
    assertThat(settings(pair, Lever.COMMIT)).isEmpty();
  }

  /** A send that no longer waits saves more than a write to a log. */
  @Test
  void persistenceIsVariedWhereNothingElseChangesByIt() {
    assertThat(settings(of(PAIR, false), Lever.PERSISTENCE)).isEmpty();
    assertThat(
            settings(of(PAIR.replace("threads: 6", "transacted: true"), false), Lever.PERSISTENCE))
        .hasSize(1);
    assertThat(
            settings(of(PAIR.replace("persistent: true", "priority: 4"), true), Lever.PERSISTENCE))
        .isEmpty();
  }

  @Test
  void whatAPlanDoesNotHaveIsNotVaried() {
    Variations alone =
        of(
            """
            providers: {nobody: {type: 'null'}}
            workloads: {senders: {type: send, queue: Q, size: "uniform:1..9", commit-every: 5}}
            run: {duration: 1s}
            """,
            true);
    assertThat(
            Stream.of(Lever.values())
                .filter(lever -> lever != Lever.COMMIT)
                .flatMap(lever -> settings(alone, lever).stream()))
        .isEmpty();
    assertThat(settings(alone, Lever.COMMIT))
        .containsExactly("50 a commit, 10.0: [workloads.senders.commit-every=50]");
    assertThat(alone.moreRequesters().stream().map(VariedPlan::requesters)).containsExactly(2);
  }
}
