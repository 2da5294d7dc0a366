package dev.sluice.junit;

import static dev.sluice.junit.SluiceAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.Plan;
import dev.sluice.api.PlanResult;
import dev.sluice.api.PlanResult.Objective;
import dev.sluice.api.PlanResult.Step;
import dev.sluice.api.PlanResult.Verdict;
import dev.sluice.api.Sluice;
import dev.sluice.api.SluiceException;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Plans, played in the JVM of a test by what is on its class path. */
@ExtendWith(SluiceExtension.class)
class PlanTest {

  private static final Path FILE = Path.of("src/test/plans/gate.yaml");

  @TempDir Path folder;

  /** A plan with something else in place of its objectives, and shorter. */
  private Plan instead(String text) throws IOException {
    String plan =
        Files.readString(FILE)
            .replaceFirst("(?s)objectives:.*", text)
            .replace("for: 500ms", "for: 100ms");
    return Sluice.plan(Files.writeString(folder.resolve("plan.yaml"), plan));
  }

  @Test
  void aPlanGivesItsStepsObjectivesAndRuns() {
    Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    PlanResult result;
    try {
      result = Sluice.plan(FILE).run();
    } finally {
      System.setOut(out);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(handler);

    assertThat(result).passed().metItsObjectives().run().nothingFailedOrLost();
    assertThat(result.objectives())
        .extracting(Objective::text)
        .containsExactly("senders errors == 0", "receivers lost == 0");
    assertThat(result.steps())
        .extracting(each -> each.name() + " of " + each.workload())
        .contains("steady of senders", "twice of senders");
    Step twice = result.step("twice");
    assertThat(twice.done().targetPerSecond()).isCloseTo(200, within(1.0));
    assertThat(twice.figure("target_per_second")).isCloseTo(200, within(1.0));
    // a step's latencies are read after its counts, as much later as a busy host makes it
    assertThat(result.runs()).hasSize(1);
    assertThat(twice.latency().count())
        .isBetween(1L, result.runs().get(0).workload("senders").account().done());
    assertThat(result.runs().get(0).workload("receivers").delivery()).isPresent();
    assertThat(result.folder()).isEmpty();
  }

  @Test
  void aMissedObjectiveIsToldWithThePageOfTheRun() throws IOException {
    PlanResult result = instead("objectives: [{senders: achieved > 1000000}]").run();
    assertThat(result.verdict()).isEqualTo(Verdict.OBJECTIVES_MISSED);
    assertThat(result.passed()).isFalse();
    assertThatThrownBy(() -> assertThat(result).metItsObjectives())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Expected the plan to meet its objectives,")
        .hasMessageContaining("senders achieved > 1000000: missed, ")
        .hasMessageFindingMatch("run: .*report.html");
  }

  @Test
  void withoutObjectivesNoneIsMet() throws IOException {
    PlanResult result = instead("").run();
    assertThat(result).passed();
    assertThatThrownBy(() -> assertThat(result).metItsObjectives())
        .hasMessageContaining("The plan has no objectives");
  }

  @Test
  void aStepThatFailsIsToldWithItsReason() throws IOException {
    PlanResult result = instead("finally: [exec: 'exit 3']").run();
    assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(result.problems())
        .singleElement()
        .asString()
        .contains("finally: step 1 of 1", "exit 3");
    assertThatThrownBy(() -> assertThat(result).metItsObjectives())
        .hasMessageContaining("finally: step 1 of 1");
  }

  @Test
  void aWrongKeyIsOneLineWithItsPlace() throws IOException {
    Path wrong =
        Files.writeString(
            folder.resolve("wrong.yaml"), "workloads:\n  senders: {type: send, thread: 4}\n");
    assertThatThrownBy(() -> Sluice.plan(wrong).run())
        .isInstanceOf(SluiceException.class)
        .hasMessage(
            wrong + ":2:25: workloads.senders.thread: unknown key; did you mean 'threads'?");
    assertThatThrownBy(() -> Sluice.plan(FILE).set("wokloads.senders.threads", "1").run())
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("wokloads");
    assertThatThrownBy(() -> Sluice.plan(folder.resolve("none.yaml")).run())
        .hasMessage("Scenario " + folder.resolve("none.yaml") + ": it does not exist");
  }

  @Test
  void aBrokerThatIsNotThereIsOneLine() {
    Plan plan =
        Sluice.plan(FILE)
            .set("providers.broker.type", "artemis")
            .set("providers.broker.url", "tcp://127.0.0.1:1");
    assertThatThrownBy(plan::run)
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("tcp://127.0.0.1:1")
        .hasMessageNotContaining("\n");
  }

  @Test
  void itsFolderAndWhatItPrintsAreThereIfAskedFor(EmbeddedQueueManager mq) {
    StringWriter printed = new StringWriter();
    PlanResult result =
        Sluice.plan(FILE)
            .set("providers.mq.type", "ibmmq")
            .set("providers.mq.qmgr", mq.getQueueManager())
            .set("providers.mq.channel", mq.getChannel())
            .set("providers.mq.host", mq.getHost())
            .set("providers.mq.port", "" + mq.getPort())
            .set("workloads.senders.queue", "DEV.QUEUE.1")
            .set("workloads.receivers.queue", "DEV.QUEUE.1")
            .set("run.out", folder.resolve("kept").toString())
            .printingTo(new PrintWriter(printed))
            .run();
    assertThat(result).passed();
    assertThat(result.folder().orElseThrow().resolve("report.html")).isNotEmptyFile();
    assertThat(printed.toString()).contains("objectives", "PASS senders errors == 0");
  }
}
