package dev.sluice.api;

import static dev.sluice.api.Rate.perSecond;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class SluiceTest {

  private static final EmbeddedProvider PROVIDER = EmbeddedProvider.inProcess();
  private static final Broker BROKER = Broker.of(PROVIDER);

  @AfterAll
  static void stop() {
    PROVIDER.close();
  }

  @Test
  void whatIsSentIsReceivedAndTold() {
    Load receivers = Sluice.receive(BROKER).from("ORDERS").threads(2).verifying();
    RunResult result =
        Sluice.send(BROKER)
            .to("ORDERS")
            .threads(4)
            .iterations(50)
            .rate(perSecond(50))
            .lasting(ofSeconds(60))
            .collectingEvery(ofMillis(100))
            .verifying()
            .with(receivers)
            .run();
    assertThat(result.main().account().done()).isEqualTo(200);
    assertThat(result.workload("receivers").account().done()).isEqualTo(200);
    assertThat(result.workload("receivers").delivery().orElseThrow().clean()).isTrue();
    assertThat(result.workload("receivers").of(LatencyKind.END_TO_END).count()).isEqualTo(200);
    assertThat(result.clean()).isTrue();
    assertThat(result.main().toString()).startsWith("senders: ").contains("done 200");
  }

  @Test
  void requestsAreAnsweredByAnotherLoad() {
    RunResult result =
        Sluice.request(BROKER)
            .to("REQUESTS")
            .text("order ${counter}")
            .iterations(20)
            .lasting(ofSeconds(60))
            .with(Sluice.respond(BROKER).from("REQUESTS"))
            .start()
            .result();
    assertThat(result.workload("requesters").account().done()).isEqualTo(20);
  }

  @Test
  void aLambdaIsWorkUnderTheSameAccount() {
    LongAdder calls = new LongAdder();
    AtomicInteger opened = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger();
    RunResult result =
        Sluice.work(
                () -> {
                  opened.incrementAndGet();
                  return (AutoCloseable) closed::incrementAndGet;
                },
                resource -> {
                  calls.increment();
                  if (calls.sum() == 3) {
                    throw new IllegalStateException("the third");
                  }
                })
            .threads(1)
            .iterations(10)
            .lasting(ofSeconds(60))
            .run();
    assertThat(result.main().account().done()).isEqualTo(9);
    assertThat(result.main().account().failed()).isEqualTo(1);
    assertThat(result.main().errors()).containsOnlyKeys("IllegalStateException: the third");
    assertThat(opened).hasValueGreaterThan(1);
    assertThat(closed).hasValue(opened.get());
    assertThat(result.clean()).isFalse();
  }

  @Test
  void aRunIsSteeredAsByTelnet() {
    try (Run run =
        Sluice.work(() -> {}).rate(perSecond(10)).collectingEvery(ofMillis(50)).start()) {
      run.await("some work", each -> each.counts().done() > 0, ofMillis(50), ofSeconds(60));
      run.threads(3).total(perSecond(300)).mark("more").ramp(perSecond(400), ofMillis(10));
      run.await(
          "a target of 400/s",
          each -> each.end().targetNowPerSecond() == 400,
          ofMillis(50),
          ofSeconds(60));
      run.pause().resume().rate("work", perSecond(5));
      RunResult result = run.stop();
      assertThat(result.summary().endReason()).isEqualTo("stopped by the program");
      assertThat(result.main().summary().whole().end().workersUp()).isLessThanOrEqualTo(3);
    }
  }

  @Test
  void whatDoesNotComeIsToldWithTheLastInterval() {
    try (Run run =
        Sluice.work(() -> {}).rate(perSecond(10)).collectingEvery(ofMillis(20)).start()) {
      assertThatThrownBy(() -> run.await("a miracle", each -> false, ofMillis(1), ofMillis(200)))
          .isInstanceOf(SluiceException.class)
          .hasMessageContaining("a miracle")
          .hasMessageContaining("last interval: ");
    }
  }

  @Test
  void whoCannotConnectIsToldWhyInOneLine() {
    Load load = Sluice.send(Broker.of(new UnreachableFactory())).to("Q").lasting(ofSeconds(1));
    assertThatThrownBy(load::run)
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining("nobody listens");
  }

  /** A silent broker leaves no failure to explain; without an answer a test would never end. */
  @Test
  void whoIsNotAnsweredIsToldSo() {
    StartFailedException silence = new StartFailedException("no worker came up for 30 s", null);
    assertThat(Run.notStarted(silence, Broker.of(new UnreachableFactory()).provider()))
        .hasMessage("no worker came up for 30 s");
  }

  @Test
  void aLoadWithoutAnEndIsRefused() {
    assertThatThrownBy(() -> Sluice.work(() -> {}).run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("never ends");
  }

  @Test
  void twoWorkloadsOfOneNameAreRefused() {
    Load one = Sluice.work(() -> {});
    assertThatThrownBy(() -> one.with(one).start()).hasMessageContaining("named(");
  }

  @Test
  void loadsAreValues() {
    Load one = Sluice.work(() -> {}).iterations(5).lasting(ofSeconds(60));
    Load two = one.threads(2);
    assertThat(one.run().main().account().done()).isEqualTo(5);
    assertThat(two.run().main().account().done()).isEqualTo(10);
  }

  @Test
  void turnsAreComparedPairByPair() {
    Load load = Sluice.work(() -> {}).iterations(5).lasting(ofSeconds(60));
    Turns.Compared compared = Sluice.inTurns(load, load.threads(2)).pairs(2).run();
    assertThat(compared.ratio(each -> each.main().account().done()).value())
        .isCloseTo(0.5, within(1e-9));
    assertThat(compared.a()).hasSize(2);
  }

  @Test
  void withoutATargetTheVerdictSaysSo() {
    RunResult result = Sluice.work(() -> {}).iterations(1).lasting(ofSeconds(60)).run();
    assertThat(result.main().verdict().kind()).isEqualTo(Verdict.Kind.UNLIMITED);
  }

  /** A factory whose broker is not there. */
  private static final class UnreachableFactory implements jakarta.jms.ConnectionFactory {

    @Override
    public jakarta.jms.Connection createConnection() throws jakarta.jms.JMSException {
      throw new jakarta.jms.JMSException("nobody listens");
    }

    @Override
    public jakarta.jms.Connection createConnection(String user, String password)
        throws jakarta.jms.JMSException {
      return createConnection();
    }

    @Override
    public jakarta.jms.JMSContext createContext() {
      throw new jakarta.jms.JMSRuntimeException("nobody listens");
    }

    @Override
    public jakarta.jms.JMSContext createContext(int mode) {
      return createContext();
    }

    @Override
    public jakarta.jms.JMSContext createContext(String user, String password) {
      return createContext();
    }

    @Override
    public jakarta.jms.JMSContext createContext(String user, String password, int mode) {
      return createContext();
    }
  }
}
