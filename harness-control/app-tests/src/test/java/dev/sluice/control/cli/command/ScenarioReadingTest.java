package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.outside.BrokerObserver;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.BrokerView.Measure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From text to steps, with the options of the real commands. */
class ScenarioReadingTest {

  private static final Map<String, String> ENVIRONMENT = Map.of("HOST_NAME", "mqhost1");

  private static Scenario read(String text, String... settings) {
    return new ScenarioReader(
            new ScenarioVocabulary(new Secrets()),
            name -> Optional.ofNullable(ENVIRONMENT.get(name)))
        .read("plan", "plan.yaml", text, List.of(settings));
  }

  private static List<String> steps(String text, String... settings) {
    return read(text, settings).steps().stream().map(Step::text).toList();
  }

  private static final String SWEEP =
      """
      vars:
        size: 2KiB
        note: size ${size}
      workloads:
        senders: {type: send, size: "${size}", rate: 10, provider: "embedded"}
      steps:
        - mark: ${note} on ${HOST_NAME}, ${NOWHERE:-nowhere}, $${kept}
        - for-each: {size: [2KiB, 20KiB], rate: [10, 20]}
          do:
            - rate: ${rate}
      """;

  @Test
  void variablesAreFilledInAndChangedWorkloadsRestarted() {
    assertThat(steps(SWEEP))
        .containsExactly(
            "mark size 2KiB on mqhost1, nowhere, ${kept}",
            "rate 10",
            "rate 20",
            "restart the workloads: size 20KiB, rate 10",
            "rate 10",
            "rate 20");
    assertThat(read(SWEEP).workloadSets()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"vars.nite, did you mean 'note'?", "vars.xylophone, 'use one of note, size'"})
  void aSettingOfAVariableThatThePlanDoesNotHaveIsRefused(String key, String remedy) {
    assertThatThrownBy(() -> read(SWEEP, key + "=x"))
        .hasMessage("--set %1$s=x: %1$s: the plan has no such variable; %2$s", key, remedy);
  }

  @Test
  void settingsTakeThePlaceOfValues() {
    assertThat(steps(SWEEP, "vars.note=changed", "run.interval=2s").get(0))
        .startsWith("mark changed on");
  }

  @Test
  void roundsAreUnrolled() {
    String text =
        """
        workloads: {senders: {type: send}}
        steps:
          - repeat: 2
            do: [{mark: "round ${round}"}, pause]
          - for-each: [{qm: A, port: 1}, {qm: B, port: 2}]
            do: [{mark: "${qm} ${port}"}]
          - for-each: {qm: QM08..QM10}
            do: [{mark: "${qm}"}]
        """;
    assertThat(steps(text))
        .containsExactly(
            "mark round 1",
            "pause",
            "mark round 2",
            "pause",
            "mark A 1",
            "mark B 2",
            "mark QM08",
            "mark QM09",
            "mark QM10");
  }

  @Test
  void aRampSaysWhetherItIsWaitedFor() {
    String text =
        """
        workloads: {senders: {type: send}}
        steps:
          - {ramp: 100, over: 3s}
          - {total: 50, over: 3s, wait: false}
          - rate: 5
        """;
    assertThat(steps(text))
        .containsExactly(
            "rate 100 over 3s, waits for its end", "total 50 over 3s, does not wait", "rate 5");
  }

  private static final String OBSERVERS =
      """
      workloads: {senders: {type: send}}
      observers:
        here: {host: local}
        there: {host: mq@mqhost1, timeout: 3s}
        node: {command: oc exec qm-0 -- cat /proc/stat, reads: proc-stat}
        net: {command: cat tx_bytes, per: second}
        slow: {command: count-channels, every: 10s}
        depth: {queue: REQUEST}
      """;

  @Test
  void hostsAreReadHereAndByOneCommandOverSsh() {
    Duration usual = Duration.ofSeconds(10);
    assertThat(read(OBSERVERS).observers().subList(0, 5))
        .containsExactly(
            host("here", "cat /proc/stat", usual),
            host(
                "there",
                "ssh -o BatchMode=yes -o ConnectTimeout=5 mq@mqhost1 cat /proc/stat",
                Duration.ofSeconds(3)),
            host("node", "oc exec qm-0 -- cat /proc/stat", usual),
            new Observer(
                "net",
                new Observer.CommandOutput(
                    ShellCommand.of("cat tx_bytes"), usual, Observer.Reads.COUNTER)),
            new Observer(
                "slow",
                new Observer.CommandOutput(
                    ShellCommand.of("count-channels"), usual, Observer.Reads.VALUE),
                Duration.ofSeconds(10),
                ""));
  }

  private static Observer host(String name, String command, Duration timeout) {
    return new Observer(
        name,
        new Observer.CommandOutput(ShellCommand.of(command), timeout, Observer.Reads.PROC_STAT));
  }

  @Test
  void whatIsObservedCanBeWaitedForAndJudged() {
    assertThat(
            steps(
                OBSERVERS
                    + """
                    steps:
                      - wait: {observer: depth, below: 100, for: 5s}
                      - wait: {observer: there, above: 90%}
                        within: 5m
                        or-go-on: true
                      - measure: all
                        objectives: [{observer: net, at-most: 1e9}, p99 < 1s]
                    """
                        .replace("1e9", "1000000000")))
        .containsExactly(
            "wait until depth below 100 for 5.0 s, at most 60.0 s",
            "wait until there above 90%, at most 5:00, or goes on",
            "measure all, 10.0 s");
  }

  private static String broker(String keys) {
    return """
        providers: {mq: {type: ibmmq}, other: {type: embedded}}
        workloads: {senders: {type: send}}
        observers: {members: {%s}}
        """
        .formatted(keys);
  }

  @Test
  void aBrokerIsAskedForTopicsThatItsProviderKnows() {
    BrokerObserver members =
        read(broker("broker: mq, what: [queues, log], queues: [A], every: 5s")).brokers().get(0);
    assertThat(members.every()).isEqualTo(Duration.ofSeconds(5));
    assertThat(members.measures()).extracting(Measure::topic).containsOnly("queues", "log");
    assertThat(members.measures()).extracting(members::column).contains("members depth");
  }

  @Test
  void figuresOfAPageAreMeasures() {
    BrokerObserver page =
        read(broker(
                "prometheus: 'https://broker:9157/metrics', every: 30s, metrics: [depth, 'puts{queue=\"A\"}']"))
            .brokers()
            .get(0);
    assertThat(page.every()).isEqualTo(Duration.ofSeconds(30));
    assertThat(page.measures())
        .extracting(page::column)
        .containsExactly("members depth", "members puts{queue=\"A\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "prometheus: broker:9157, metrics: [a] | write it as http://host:9090/metrics",
        "prometheus: http://b:1/, metrics: ['a{b}'] | 'a{b}' is not a metric",
        "prometheus: http://b:1/ | the key is missing",
        "broker: other, what: [log] | write some of queues, memory, connections",
        "broker: mq, what: [depths] | 'depths' is unknown",
        "broker: mq | the key is missing",
        "broker: nobody, what: [log] | nobody",
        "broker: mq, what: [log], per: second | unknown key",
      })
  void anObserverOfABrokerThatCannotBeRightIsRefused(String keys, String complaint) {
    assertThatThrownBy(() -> read(broker(keys)))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void lastStepsMayBeLoops() {
    String text =
        """
        workloads: {senders: {type: send}}
        finally:
          - for-each: {host: [h1, h2]}
            do: [{exec: "heal ${host}"}]
          - {delete-pod: "app=a,role!=b", namespace: mq, grace: 1m}
        """;
    assertThat(read(text).lastSteps())
        .extracting(Step::text)
        .containsExactly(
            "exec heal h1", "exec heal h2", "delete-pod app=a,role!=b in mq, grace 1m");
  }

  @Test
  void aScenarioWithoutProvidersUsesTheEmbeddedBroker() {
    Scenario scenario = read("workloads: {senders: {type: send}}\n");
    assertThat(scenario.providers())
        .extracting(Scenario.Provider::name)
        .containsExactly("embedded");
  }

  @Test
  void everyKeyOfAWorkloadIsAnOptionOfItsCommand() {
    assertThat(new ScenarioVocabulary(new Secrets()).workloadOptions("send"))
        .containsKeys("threads", "rate", "queue", "size", "persistent")
        .doesNotContainKeys("url", "ccdt", "interval", "out", "dry-run", "help", "verbose");
  }
}
