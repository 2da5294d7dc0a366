package dev.sluice.junit;

import static dev.sluice.api.Rate.perSecond;
import static dev.sluice.junit.SluiceAssertions.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.mq.jakarta.jms.MQConnectionFactory;
import dev.sluice.api.Broker;
import dev.sluice.api.Load;
import dev.sluice.api.Recording;
import dev.sluice.api.RunResult;
import dev.sluice.api.Sluice;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Verdict;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import jakarta.jms.JMSContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SluiceExtension.class)
class SluiceAssertionsTest {

  private static RunResult sendAndReceive(Broker broker, String queue) {
    return Sluice.send(broker)
        .to(queue)
        .threads(2)
        .rate(perSecond(50))
        .iterations(50)
        .lasting(ofSeconds(60))
        .collectingEvery(ofMillis(100))
        .verifying()
        .with(Sluice.receive(broker).from(queue).verifying())
        .run();
  }

  @Test
  void aGoodRunPasses(EmbeddedBroker broker) {
    RunResult run = sendAndReceive(broker.broker(), "Q");
    assertThat(run).nothingFailedOrLost().noDuplicates().inOrder().nothingCorrupt();
    assertThat(run).p99().isLessThan(ofSeconds(60));
    assertThat(run).workload("receivers").endToEndP99().isLessThan(ofSeconds(60));
    assertThat(run).achieved().isAtLeast(perSecond(0.1));
  }

  @Test
  void theSameOnAQueueManager(EmbeddedQueueManager mq) {
    Broker broker = Broker.of(mq.connectionFactory(MQConnectionFactory.class), "app", "any");
    assertThat(sendAndReceive(broker, "DEV.QUEUE.1")).nothingFailedOrLost().noDuplicates();
  }

  @Test
  void whatIsTooSlowIsToldWithItsPage() throws Exception {
    RunResult run =
        Sluice.work(() -> LockSupport.parkNanos(30_000_000))
            .rate(perSecond(10))
            .lasting(ofSeconds(2))
            .collectingEvery(ofMillis(200))
            .run();
    assertThatThrownBy(() -> assertThat(run).p99().isLessThan(ofMillis(20)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Expected work p99 to be less than 20.0ms,")
        .hasMessageContaining("but it is ")
        .hasMessageContaining("service time: p50")
        .satisfies(failure -> assertThat(page(failure.getMessage())).contains("work"));
  }

  private static String page(String message) throws Exception {
    Matcher path = Pattern.compile("run: (.*)").matcher(message);
    assertThat(path.find()).as(message).isTrue();
    return Files.readString(Path.of(path.group(1)));
  }

  @Test
  void aLostMessageIsToldByNumber(EmbeddedBroker broker) {
    Load thief =
        Sluice.work(
                () -> broker.connectionFactory().createContext(),
                (JMSContext context) ->
                    context.createConsumer(context.createQueue("Q")).receive(2_000))
            .named("thief")
            .iterations(1);
    RunResult run =
        Sluice.send(broker.broker())
            .to("Q")
            .rate(perSecond(20))
            .iterations(40)
            .lasting(ofSeconds(60))
            .verifying()
            .with(Sluice.receive(broker.broker()).from("Q").verifying(), thief)
            .run();
    assertThatThrownBy(() -> assertThat(run).nothingFailedOrLost())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("to have nothing failed or lost")
        .hasMessageContaining("1 messages missing");
  }

  @Test
  void aRequestThatHasNoAnswerWhenTheRunEndsIsNotCalledRight(EmbeddedBroker broker) {
    RunResult run =
        Sluice.request(broker.broker()).to("Q").rate(perSecond(20)).lasting(ofSeconds(1)).run();
    assertThatThrownBy(() -> assertThat(run).nothingFailedOrLost())
        .hasMessageContaining("1 in doubt")
        .hasMessageContaining("report.html");
  }

  @Test
  void whatNobodyCheckedIsNotCalledRight(EmbeddedBroker broker) {
    RunResult run = Sluice.send(broker.broker()).to("Q").iterations(1).lasting(ofSeconds(60)).run();
    assertThatThrownBy(() -> assertThat(run).nothingFailedOrLost())
        .hasMessageContaining("add verifying()");
  }

  @Test
  void aTargetThatIsNotKeptIsExplained() {
    RunResult run =
        Sluice.work(() -> LockSupport.parkNanos(100_000_000))
            .rate(perSecond(100))
            .lasting(ofSeconds(2))
            .run();
    Hindrance stood =
        new Hindrance(Hindrance.Kind.STANDSTILL, 500_000_000, 900_000_000, 400_000_000);
    run.recording()
        .event(
            new RunEvent(
                Instant.EPOCH, 0, RunEvent.Kind.HARNESS, "", stood.text(), Optional.of(stood)));
    assertThatThrownBy(() -> assertThat(run).keptItsTarget())
        .hasMessageContaining("cannot be judged: the harness stood still for ")
        .hasMessageContaining("to keep its target of 100.0/s")
        .hasMessageContaining("of the iterations due are missing");
  }

  /** The verdict of a target that was kept says so already. */
  @Test
  void theHarnessesOwnShareIsToldOnce() {
    Recording recording = new Recording(RandomRun.of(1).spec(), "none");
    RandomRun.lateByItself(recording);
    RunResult run = recording.result().orElseThrow();
    String share = Verdict.harnessShareText(run.main().harnessShare());
    assertThatThrownBy(() -> assertThat(run).p99().isLessThan(ofMillis(1)))
        .satisfies(
            failure -> assertThat(failure.getMessage().split(Pattern.quote(share))).hasSize(2));
  }

  @Test
  void turnsAreComparedByTheirRatio() {
    Load load = Sluice.work(() -> {}).rate(perSecond(50)).lasting(ofSeconds(1));
    assertThat(Sluice.inTurns(load, load).pairs(2)).achieved().isAtLeast(0.5);
    assertThatThrownBy(
            () ->
                assertThat(Sluice.inTurns(load, load.rate(perSecond(200))).pairs(1))
                    .achieved()
                    .isAtLeast(0.8))
        .hasMessageContaining("achieved, A over B")
        .hasMessageContaining("last run of B: ");
  }
}
