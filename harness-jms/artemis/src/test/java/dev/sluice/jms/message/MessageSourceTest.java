package dev.sluice.jms.message;

import static dev.sluice.jms.message.MessageBodies.content;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.message.MessageSpec.Correlation;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages as they arrive from a broker in this process. */
class MessageSourceTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private static final Template COUNTED =
      Template.parse("${counter}", InstantSource.fixed(Instant.EPOCH));

  @RegisterExtension final MessageRoute route = new MessageRoute(BROKER);

  @ParameterizedTest
  @EnumSource
  void everyKindArrivesWithItsBody(BodyKind kind) throws JMSException {
    Message arrived = route.sent(new MessageSpec(kind, 28), 1).get(0);

    assertThat(content(arrived))
        .isEqualTo(kind == BodyKind.EMPTY ? "" : "abcdefghijklmnopqrstuvwxyzab");
  }

  @ParameterizedTest
  @EnumSource
  void aBodyThatVariesArrivesAsItWasWhenSent(BodyKind kind) throws JMSException {
    List<Message> arrived = route.sent(new MessageSpec(kind, COUNTED), 12);

    for (int i = 0; i < arrived.size(); i++) {
      assertThat(content(arrived.get(i)))
          .isEqualTo(kind == BodyKind.EMPTY ? "" : String.valueOf(i + 1));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EMPTY")
  void sizesVaryAndTheSameWorkerSendsTheSameAgain(BodyKind kind) throws JMSException {
    MessageSpec spec =
        new MessageSpec(
            kind, new GeneratedBodies(new SizeDistribution.Uniform(0, 3000), Content.Plain.RANDOM));
    List<String> bodies = contents(route.sent(spec, 20));

    assertThat(contents(route.sent(spec, 20))).isEqualTo(bodies);
    assertThat(bodies.stream().map(String::length).distinct().count()).isGreaterThan(10);
  }

  @Test
  void workersAndSeedsHaveMessagesOfTheirOwn() throws JMSException {
    MessageSpec spec =
        new MessageSpec(
            BodyKind.TEXT, new GeneratedBodies(SizeDistribution.of(20), Content.Plain.RANDOM));
    MessageSpec seeded =
        new MessageSpec(
            spec.kind(),
            spec.body(),
            spec.properties(),
            spec.type(),
            spec.replyQueue(),
            spec.correlation(),
            2);

    assertThat(List.of(first(spec, 0), first(spec, 1), first(seeded, 0), first(seeded, 1)))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsAlwaysTheSameIsBuiltOnce(BodyKind kind) throws JMSException {
    MessageSource source = new MessageSpec(kind, 100).forWorker(0);
    source.bind(route.session(), IterationTimes.NONE);
    Message message = source.next();

    for (int i = 0; i < 10; i++) {
      assertThat(source.next()).isSameAs(message);
    }
    assertThat(source.bodyVaries()).isFalse();
    assertThat(source.nextOfItsOwn()).isNotSameAs(message);
  }

  @Test
  void whatIsAlwaysTheSameCostsNoMemory() throws JMSException {
    MessageSource source = new MessageSpec(BodyKind.BYTES, 2048).forWorker(0);
    source.bind(route.session(), IterationTimes.NONE);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    for (int i = 0; i < 10_000; i++) {
      source.next();
    }

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }

  @Test
  void someMessagesHaveATraceAndTheOthersHaveNone() throws JMSException {
    MessageSpec plain = new MessageSpec(BodyKind.TEXT, COUNTED);
    MessageSpec spec =
        new MessageSpec(
            plain.kind(),
            plain.body(),
            plain.properties(),
            plain.type(),
            plain.replyQueue(),
            plain.correlation(),
            new Traceparents(0.2, 1),
            1);
    MessageSource source = spec.forWorker(0);
    source.bind(route.session(), IterationTimes.NONE);
    List<String> found = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      Message message = i % 2 == 0 ? source.next() : source.nextOfItsOwn();
      assertThat(content(message)).isEqualTo("" + i);
      Optional.ofNullable(message.getStringProperty("traceparent")).ifPresent(found::add);
    }
    assertThat(found)
        .hasSizeBetween(8, 40)
        .startsWith(spec.traces().first(5, 0).toArray(String[]::new));
  }

  @Test
  void messagesOfTheirOwnGoOnCounting() throws JMSException {
    MessageSource source = new MessageSpec(BodyKind.TEXT, COUNTED).forWorker(0);
    source.bind(route.session(), IterationTimes.NONE);
    Message first = source.nextOfItsOwn();
    Message second = source.nextOfItsOwn();

    assertThat(content(first)).isEqualTo("1");
    assertThat(content(second)).isEqualTo("2");
    assertThat(source.body().text()).isEqualTo("2");
  }

  @Test
  void aBodyThatVariesComesInANewMessage() throws JMSException {
    MessageSource source = new MessageSpec(BodyKind.TEXT, COUNTED).forWorker(0);
    source.bind(route.session(), IterationTimes.NONE);
    Message first = source.next();
    source.next();

    assertThat(content(first)).isEqualTo("1");
  }

  @Test
  void countersGoOnInANewSession() throws JMSException {
    MessageSource source = new MessageSpec(BodyKind.TEXT, COUNTED).forWorker(0);
    source.bind(route.session(), IterationTimes.NONE);
    source.next();
    source.bind(route.session(), IterationTimes.NONE);

    assertThat(content(source.next())).isEqualTo("2");
  }

  @Test
  void headersAndPropertiesAreOnEveryMessage() throws JMSException {
    MessageSpec spec =
        new MessageSpec(
            BodyKind.TEXT,
            COUNTED,
            List.of(
                MessageProperty.parse("COLOUR=red"),
                MessageProperty.parse("WEIGHT:int=5"),
                MessageProperty.parse("RIPE:boolean=true")),
            Optional.of("order"),
            Optional.of("ANSWERS"),
            Correlation.NONE,
            1);

    for (Message arrived : route.sent(spec, 3)) {
      assertThat(arrived.getStringProperty("COLOUR")).isEqualTo("red");
      assertThat(arrived.getObjectProperty("WEIGHT")).isEqualTo(5);
      assertThat(arrived.getObjectProperty("RIPE")).isEqualTo(true);
      assertThat(arrived.getJMSType()).isEqualTo("order");
      assertThat(((Queue) arrived.getJMSReplyTo()).getQueueName()).isEqualTo("ANSWERS");
      assertThat(arrived.getJMSCorrelationID()).isNull();
    }
  }

  private String first(MessageSpec spec, int workerIndex) throws JMSException {
    MessageSource source = spec.forWorker(workerIndex);
    source.bind(route.session(), IterationTimes.NONE);
    return content(source.next());
  }

  private static List<String> contents(List<Message> messages) throws JMSException {
    List<String> contents = new ArrayList<>();
    for (Message message : messages) {
      contents.add(content(message));
    }
    return contents;
  }
}
