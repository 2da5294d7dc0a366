package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages between workloads of one scenario, checked to the last one. */
class ScenarioDeliveryIT {

  private static final Pattern LOST = Pattern.compile("delivery [\\d,]+ checked, lost ([\\d,]+),");

  @TempDir Path directory;

  private SluiceProcess play(String text) throws Exception {
    Path plan = Files.writeString(directory.resolve("plan.yaml"), text);
    return SluiceProcess.run(directory, List.of("run", "--detail", plan.toString()));
  }

  private static void assertVerdict(SluiceProcess process, int exitCode, String... verdicts) {
    assertThat(process.exitCode()).as("%s", process).isEqualTo(exitCode);
    assertThat(process.lines().stream().map(String::strip)).contains(verdicts);
  }

  /** Nothing comes after them, so only the account of the senders tells. */
  @Test
  void theLastMessagesAreMissed() throws Exception {
    try (PeculiarBroker broker = PeculiarBroker.losing("REQUEST", "SluiceSeq > 190")) {
      SluiceProcess process =
          play(
              """
              providers: {losing: {type: artemis, url: "%s"}}
              workloads:
                receivers: {type: receive, queue: REQUEST, threads: 2, verify: true}
                senders:
                  {type: send, queue: REQUEST, threads: 3, rate: 200, count: 200, verify: true}
              run: {interval: 500ms}
              objectives: [{receivers: lost == 0}, {receivers: duplicates == 0}]
              steps:
                - wait: drained
              """
                  .formatted(broker.url()));
      assertVerdict(
          process, 4, "FAIL receivers lost == 0: 30", "PASS receivers duplicates == 0: 0");
    }
  }

  @Test
  @Tag("soak")
  void nothingIsMissedHoweverWorkloadsAreOrdered() throws Exception {
    SluiceProcess process =
        play(
            """
            workloads:
              receivers: {type: receive, queue: FORWARDED, threads: 2, verify: true}
              forwarders:
                {type: forward, request-queue: REQUEST, reply-queue: FORWARDED, verify: true}
              senders: {type: send, queue: REQUEST, threads: 2, rate: 500, verify: true}
              responders:
                {type: respond, request-queue: ASK, reply-queue: ANSWER, threads: 2, verify: true}
              requesters:
                type: request
                request-queue: ASK
                reply-queue: ANSWER
                threads: 2
                rate: 100
                verify: true
              subscribers: {type: subscribe, topic: NEWS, threads: 2, verify: true}
              publishers: {type: publish, topic: NEWS, threads: 2, rate: 200, verify: true}
            run: {interval: 500ms}
            objectives:
              - receivers: lost == 0
              - forwarders: lost == 0
              - responders: lost == 0
              - requesters: lost == 0
              - requesters: errors == 0
              - subscribers: lost == 0
            steps:
              - wait: 2s
              - threads: +2
                workload: subscribers
              - wait: 1s
            """);
    assertVerdict(
        process,
        0,
        "PASS receivers lost == 0: 0",
        "PASS forwarders lost == 0: 0",
        "PASS responders lost == 0: 0",
        "PASS requesters lost == 0: 0",
        "PASS requesters errors == 0: 0",
        "PASS subscribers lost == 0: 0");
  }

  /** Each subscriber gets all; of everything else each gets a part. */
  @Test
  void workloadsWithOneAccountDoNotMissWhatOthersReceived() throws Exception {
    SluiceProcess process =
        play(
            """
            workloads:
              left: {type: receive, queue: REQUEST, queues: 1..2, threads: 2, verify: true}
              right: {type: receive, queue: REQUEST, queues: 2..3, threads: 2, verify: true}
              senders:
                {type: send, queue: REQUEST, queues: 1..3, threads: 3, rate: 300, verify: true}
              responders: {type: respond, request-queue: ASK, threads: 2, verify: true}
              askers:
                {type: request, request-queue: ASK, reply-queue: ANSWER, rate: 100, verify: true}
              others:
                type: request
                request-queue: ASK
                reply-to: temporary-per-worker
                rate: 100
                verify: true
              readers: {type: subscribe, topic: NEWS, verify: true}
              sharers: {type: subscribe, topic: NEWS, shared: true, threads: 2, verify: true}
              more-sharers: {type: subscribe, topic: NEWS, shared: true, verify: true}
              publishers: {type: publish, topic: NEWS, threads: 2, rate: 200, verify: true}
            run: {interval: 500ms}
            steps:
              - wait: 3s
            """);

    assertThat(process.exitCode()).as("%s", process).isZero(); // it is 1 if anything is lost
    assertThat(process.lines())
        .filteredOn(line -> line.strip().matches("delivery [1-9][\\d,]* checked, lost 0, .*"))
        .hasSize(8);
  }

  @Test
  @Tag("soak")
  void whatIsLostIsLostOnce() throws Exception {
    try (PeculiarBroker broker = PeculiarBroker.losing("REQUEST", "SluiceSeq > 190")) {
      SluiceProcess process =
          play(
              """
              providers: {losing: {type: artemis, url: "%s"}}
              workloads:
                left: {type: receive, queue: REQUEST, verify: true}
                right: {type: receive, queue: REQUEST, verify: true}
                senders:
                  {type: send, queue: REQUEST, threads: 3, rate: 200, count: 200, verify: true}
              run: {interval: 500ms}
              steps:
                - wait: drained
              """
                  .formatted(broker.url()));

      assertThat(process.exitCode()).as("%s", process).isOne();
      assertThat(
              process.lines().stream()
                  .map(LOST::matcher)
                  .filter(Matcher::find)
                  .mapToInt(line -> Integer.parseInt(line.group(1).replace(",", "")))
                  .toArray())
          .as("%s", process)
          .hasSize(2)
          .satisfies(lost -> assertThat(IntStream.of(lost).sum()).isEqualTo(30));
    }
  }

  /** Messages that the first run leaves are lost there, and no loss of the second. */
  @Test
  @Tag("soak")
  void everyRunHasAnAccountOfItsOwn() throws Exception {
    SluiceProcess process =
        play(
            """
            vars: {size: 100}
            workloads:
              receivers: {type: receive, queue: LEFT, threads: 2, verify: true}
              senders: {type: send, queue: LEFT, rate: 400, size: "${size}", verify: true}
            run: {interval: 500ms}
            objectives: [{receivers: lost == 0}]
            steps:
              - for-each: [{size: 100, held: receivers}, {size: 200, held: senders}]
                do:
                  - wait: 1s
                  - pause: ${held}
                  - wait: 1s
            """);
    assertVerdict(process, 4, "PASS run 2: receivers lost == 0: 0");
    assertThat(process.lines())
        .anyMatch(line -> line.strip().matches("FAIL run 1: receivers lost == 0: [1-9][\\d,]*"));
  }
}
