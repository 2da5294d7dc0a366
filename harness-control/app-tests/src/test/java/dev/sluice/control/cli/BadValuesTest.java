package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.Commands;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.scenario.model.AgentSelection;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Wrong input: exit code 2, and one line that names the option and the value. */
class BadValuesTest {

  private static final String BAD = "no-such-value";
  private static final List<String> COMMANDS =
      List.of(
          "send",
          "receive",
          "put-get",
          "request",
          "respond",
          "publish",
          "subscribe",
          "forward",
          "churn",
          "reconnect-timer",
          "dead-letter",
          "browse",
          "calibrate",
          "ctl",
          "demo");

  static Stream<Arguments> everyOption() {
    CommandLine root =
        Commands.commandLine(
            new PrintWriter(PrintWriter.nullWriter()), new PrintWriter(PrintWriter.nullWriter()));
    Set<Object> seen = new HashSet<>(); // an option that commands have in common is tried by one
    return COMMANDS.stream()
        .flatMap(
            name ->
                root.getSubcommands().get(name).getCommandSpec().options().stream()
                    .filter(option -> !takesAnyText(option))
                    .filter(option -> !option.usageHelp() && !option.versionHelp())
                    .filter(option -> seen.add(option.userObject()))
                    .map(option -> Arguments.of(name, option)));
  }

  /** As far as the command line can tell. */
  private static boolean takesAnyText(OptionSpec option) {
    Class<?> type = option.auxiliaryTypes()[0];
    boolean maybeLabel = type == AgentSelection.class; // which may be any word
    return maybeLabel
        || ((type == String.class || type == Path.class) && option.converters().length == 0);
  }

  /** What is wrong is wrong with every provider, the one that does nothing included. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "send --body no-such-file",
        "request --template no-such-file",
        "send --template no-such-file --size 5",
        "receive --selector a=1 --browse",
        "subscribe --durable"
      })
  void optionsAreCheckedWithoutAConnection(String line) {
    Execution execution =
        Execution.of((line + " --provider null --count 1 --duration 1s").split(" "));
    execution.ended(ExitCode.USAGE);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("everyOption")
  @Timeout(60) // an option that takes what it should not would run for ever
  void aBadValueOfAnyOptionIsNamedTogetherWithTheOption(String command, OptionSpec option) {
    Execution execution =
        Execution.of(command, option.longestName() + "=" + BAD).ended(ExitCode.USAGE);
    assertThat(execution.complaint()).startsWith("sluice: ").contains(option.longestName(), BAD);
    assertThat(execution.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "send --threads 0                            | --threads            | '0'",
        "send --threads 1000001                      | --threads            | '1000001'",
        "send --rate -1                              | --rate               | '-1'",
        "send --rate NaN                             | --rate               | 'NaN'",
        "send --rate 1.1e9                           | --rate               | '1.1e9'",
        "send --total-rate 1e-13                     | --total-rate         | '1e-13'",
        "send --rate 1 --total-rate 5                | --rate               | --total-rate",
        "send --total-rate 1 --profile day.csv       | --total-rate         | --profile",
        "send --profile no-such.csv                  | --profile            | no such file",
        "send --profile no-such.csv --profile-speed 0 | --profile-speed     | above 0",
        "send --profile-scale 2                      | --profile-scale      | --profile",
        "send --count -1                             | --count              | '-1'",
        "send --history                              | --history            | --verify",
        "send --history --verify                     | --history            | --out",
        "send --history --verify --provider null     | --history            | 'null'",
        "send --duration 20                          | --duration           | 20ms or 20s",
        "send --interval 0                           | --interval           | '0'",
        "send --stop-timeout 0                       | --stop-timeout       | '0'",
        "send --start-timeout 0                      | --start-timeout      | '0'",
        "send --report-format rolling --report-window 0 | --report-window   | '0'",
        "send --report-format file --report-file /no/such/file | --report-file | /no/such",
        "send --warmup 10s --duration 10s            | --warmup             | --duration",
        "send --pacing open                          | --pacing             | think-time",
        "send --pacing think-time --catch-up 1s      | --catch-up           | --pacing think-time",
        "calibrate --pacing think-time --pacing-quantum 0 | --pacing-quantum | --pacing think-time",
        "send --ramp 5x                              | --ramp               | '5x'",
        "send --duration 1001d                       | --duration           | '1001d'",
        "send --size 101MiB                          | --size               | '101MiB'",
        "send --size uniform:2..1                    | --size               | 'uniform:2..1'",
        "send --content compressible:0.5             | --content            | 'compressible:0.5'",
        "send --message text --content compressible:1.2 | --content | 1.5",
        "send --message-property 1=2                 | --message-property   | '1'",
        "send --message-property W:int=x             | --message-property   | 'x'",
        "send --priority 10                          | --priority           | '10'",
        "send --expiry 100us                         | --expiry             | '100us'",
        "send --delivery-delay 0.0001                | --delivery-delay     | '0.0001'",
        "send --body none                            | --body               | none",
        "send --template none                        | --template           | none",
        "send --message-properties none              | --message-properties | none",
        "send --template a --body b                  | --template           | --body",
        "send --template a --size 5                  | --template           | --size",
        "send --template a --content random          | --template           | --content",
        "send --body b --size 5                      | --body               | --size",
        "send --body b --content random              | --body               | --content",
        "send --message empty --size 5               | --message empty      | --size",
        "send --message empty --body b               | --message empty      | --body",
        "send --native-correlation                   | --native-correlation | --correlation worker",
        "send --queues 5..1                          | --queues             | '5..1'",
        "send --queues 1                             | --queues             | '1'",
        "send --commit-every 0                       | --commit-every       | '0'",
        "send --ack client --transacted              | --ack                | --transacted",
        "send --ack auto --commit-every 2            | --ack                | --commit-every",
        "send --commit-delay 1s                      | --commit-delay       | --transacted",
        "send --control-queue Q                      | --control-queue      |"
            + " --control-reply-queue",
        "send --control-queue-port 1                 | --control-queue-port | --control-queue",
        "send --control-queue C --control-reply-queue R --control-queue-port 1 |"
            + " --control-queue-port | --control-queue-host",
        "send --stop-bind 127.0.0.1                  | --stop-bind          | --stop-port",
        "send --report-latency                       | --report-latency     | --report-format",
        "send --queue-start 3                        | --queue-start        | --queues",
        "send --queues 1..2 --queue-start 3          | --queue-start        | 1..2",
        "send --async-send 5 --transacted            | --async-send         | --transacted",
        "send --async-send 5 --count 5               | --async-send         | --count",
        "send --disconnect-for 5s                    | --disconnect-for     | --disconnect-every",
        "send --rotate                               | --rotate             | range",
        "send --rotate --queues 1..2 --verify        | --rotate             | --verify",
        "send --rotate --queues 1..2 --unidentified-producer | --rotate | --unidentified-producer",
        "publish --rotate --topics 1..2 --async-send 5 | --async-send       | --rotate",
        "receive --listener --disconnect-every 5     | --listener           | --disconnect-every",
        "receive --correlation worker                | --correlation worker | --id TEXT",
        "receive --correlation message               | --correlation        | 'message'",
        "receive --correlation-prefix P              | --correlation-prefix | --correlation worker",
        "send --url tcp://h:61616                   | --url                | --provider artemis",
        "send --provider null --url tcp://h:61616   | --url                | --provider artemis",
        "send --provider ibmmq --url tcp://h:61616  | --url                | --provider artemis",
        "send --jndi-url ldap://h                   | --jndi-url           | --provider jndi",
        "send --provider artemis --connection-factory C | --connection-factory | --provider jndi",
        "request --text-correlation --reply-correlation none | --text-correlation | worker",
        "request --reply-correlation-prefix P --reply-correlation none | -prefix | worker",
        "request --reply-selector a=1                | --reply-selector     | --reply-correlation none",
        "request --reply-alias A --reply-to temporary-per-worker | --reply-alias | --reply-to fixed",
        "send --provider ibmmq --key-store K         | --key-store          | --cipher",
        "send --provider ibmmq --cipher ANY --certificate-label L | --certificate-label | --key-store",
        "send --provider ibmmq --cipher ANY --trust-store-password-file F | -password-file | --trust-store",
        "send --key-store K                          | --key-store          | --provider ibmmq",
        "receive --listener --rate 5                 | --listener           | --rate",
        "receive --consumers-per-worker 2            | --consumers-per-worker | --listener",
        "receive --listener --consumers-per-worker 2 --share-connection | --share-connection | cannot be used together",
        "receive --selector-value 1                  | --selector-value     | --selector-property",
        "receive --selector a=1 --selector-property b | --selector          | cannot be used together",
        "subscribe --durable                         | --durable            | --client-id",
        "subscribe --shared --client-id orders       | orders-1             | --share-connection",
        "subscribe --shared --durable --client-id x  | x-1                  | leave out",
        "subscribe --shared --client-id x --connections 2 | x-1             | --share-connection",
        "send --share-connection --connections 2     | --connections        | cannot be used together",
        "send --connections 0                        | --connections        | '0'",
        "churn --connections 2                       | --share-connection   | --cycle connection",
        "subscribe --unsubscribe                     | --unsubscribe        | --durable",
        "request --commit-every 2                    | --commit-every       | uncommitted",
        "request --commit-on put                     | --commit-on          | --transacted",
        "put-get --on-timeout never                  | --on-timeout         | 'never'",
        "respond --commit-between                    | --commit-between     | --transacted",
        "forward --commit-between                    | --commit-between     | --transacted",
        "respond --copy-request --size 5             | --size               | --copy-request",
        "forward --correlation message               | --correlation        | --new-message",
        "browse --commit-every 5                     | --commit-every       | takes nothing",
        "browse --ack client                         | --ack                | takes nothing",
        "subscribe --subscription s                  | --subscription       | --durable",
        "receive --selector-values 3                 | --selector-values    | --selector-property",
        "publish --selector-values 3                 | --selector-values    | --selector-property",
        "put-get --selector-property p --reply-correlation message | --selector-property |"
            + " --reply-correlation",
        "dead-letter --queue=                        | --queue              | empty",
        "publish --topic PRICES/#                    | --topic              | 'PRICES/#'",
        "send --ramp 5s                              | --ramp               | --total-rate",
        "churn --share-connection                    | --share-connection   | --cycle connection",
        "send --control 65536                        | --control            | '65536'",
        "send --control 0 --control-bind 0.0.0.0     | --control-bind       | '0.0.0.0'",
        "send --control-bind 0.0.0.0                 | --control-bind       | --control",
        "send --page-bind 0.0.0.0                    | --page-bind          | --page",
        "attach --fleet --control 65536              | --control            | '65536'",
        "send --control 0 --control-token-file none  | --control-token-file | 'none'",
        "send --control-token-file some              | --control-token-file | --control",
        "send --control-tls-clients some             | --control-tls-clients | --control",
        "send --page-tls-password-file some          | --page-tls-password-file | --page",
        "send --host elsewhere                       | --host               | --provider ibmmq",
        "send --provider null --ccdt some            | --ccdt               | --provider ibmmq",
        "send --provider jndi                        | --jndi-properties    | --provider jndi",
        "send --provider artemis --password-file x   | --password-file      | --user",
        "certificate --host 999.1.1.1 --out none     | --host               | '999.1.1.1' is neither",
        "run ../../config/examples/fan-out.yaml --under p99=20ms | --under  | requires '--for'",
        "run ../../config/examples/fan-out.yaml --for soon | --for soon     | rate per second",
        "run ../../config/examples/fan-out.yaml --for 5/s --under p99 | --under p99 | 'p99 < 20ms'",
        "run ../../config/examples/fan-out.yaml --for 0 | --for 0           | --for 50000/s",
        "send --no-such-option                       | --no-such-option     | Unknown",
        "send surplus                                | surplus              | Unmatched",
        "send --verify=yes                           | --verify             | takes no value",
        "agent --hub=here:4445                       | --hub                | takes no value",
        "calibrate --duration 1ms                    | --duration           | 500ms",
        "calibrate --steps 5,x                       | --steps              | 'x'",
        "ctl --at here status                        | --at                 | 'here'",
        "ctl --at localhost:99999 status             | --at                 | 'localhost:99999'",
        "ctl --at localhost:1 --timeout 0 status     | --timeout            | '0'",
        "ctl --at localhost:1                        | COMMAND              | Missing",
        "ctl status                                  | --at                 | Missing",
      })
  void valuesOutOfRangeAndOptionsThatDoNotFitAreNamed(String line, String first, String second) {
    Execution execution = Execution.of(line.split(" +")).ended(ExitCode.USAGE);
    assertThat(execution.complaint()).startsWith("sluice: ").contains(first, second);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--app-name abcdefghijklmnopqrstuvwxyz123 | 29 characters",
        "--cipher NO_SUCH_CIPHER                  | NO_SUCH_CIPHER",
        "--ccdt no-such-file.json                 | no-such-file.json",
        "--cipher ANY --trust-store none.p12      | none.p12",
        "--cipher ANY --key-store my.kdb          | runmqakm",
        "--property NO_SUCH_PROPERTY=1            | NO_SUCH_PROPERTY",
      })
  void settingsThatTheClientWouldNotTakeAreRefusedBeforeItConnects(String option, String named) {
    Execution execution =
        Execution.of(("send --provider ibmmq " + option).split(" +")).ended(ExitCode.USAGE);
    assertThat(execution.err()).contains(named);
    assertThat(execution.err().lines()).hasSize(1);
  }

  @Test
  void aPasswordFileThatIsMissingIsNamedAndNoPasswordShown() {
    Path missing = Path.of("target", "no-such-password-file");
    Execution execution =
        Execution.of(
            "send", "--provider", "artemis", "--user", "u", "--password-file", missing.toString());
    execution.ended(ExitCode.USAGE);
    assertThat(execution.complaint()).contains(missing.toString());
  }

  @Test
  void withoutACommandTheHelpIsShown() {
    Execution execution = Execution.of().ended(ExitCode.USAGE);
    assertThat(execution.out()).contains("Usage: sluice", "send", "receive", "calibrate");
  }
}
