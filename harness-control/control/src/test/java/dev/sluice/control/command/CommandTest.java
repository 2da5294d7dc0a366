package dev.sluice.control.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.control.command.BadCommandException.ErrorCode;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.text.Quantities;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {

  private static final Duration AT_ONCE = Duration.ZERO;

  @Test
  void ratesAreAbsoluteRelativeOrPercentages() throws Exception {
    assertThat(parse("rate 116")).isEqualTo(rate("", new RateChange.ToPerWorker(116), AT_ONCE));
    assertThat(parse("RATE 0.5")).isEqualTo(rate("", new RateChange.ToPerWorker(0.5), AT_ONCE));
    assertThat(parse("rate 0")).isEqualTo(rate("", new RateChange.ToPerWorker(0), AT_ONCE));
    assertThat(parse("rate +115")).isEqualTo(rate("", new RateChange.ByPerWorker(115), AT_ONCE));
    assertThat(parse("rate -1.5")).isEqualTo(rate("", new RateChange.ByPerWorker(-1.5), AT_ONCE));
    assertThat(parse("rate +10%")).isEqualTo(rate("", new RateChange.ByPercent(10), AT_ONCE));
    assertThat(parse("rate -2.5%")).isEqualTo(rate("", new RateChange.ByPercent(-2.5), AT_ONCE));
  }

  @Test
  void aWordIsQuotedUpToItsMostCharacters() {
    assertThatThrownBy(() -> Command.parse("x".repeat(60))).hasMessageMatching("'x{60}'.*");
    assertThatThrownBy(() -> Command.parse("x".repeat(61))).hasMessageMatching("'x{60}\\.{3}'.*");
  }

  @Test
  void ratesNameAWorkloadAndARamp() throws Exception {
    assertThat(parse("rate senders 5"))
        .isEqualTo(rate("senders", new RateChange.ToPerWorker(5), AT_ONCE));
    assertThat(parse("rate +5 over 30s"))
        .isEqualTo(rate("", new RateChange.ByPerWorker(5), Duration.ofSeconds(30)));
    assertThat(parse("rate  senders\t-10%  OVER 500ms"))
        .isEqualTo(rate("senders", new RateChange.ByPercent(-10), Duration.ofMillis(500)));
    assertThat(parse("total senders 20700 over 2m"))
        .isEqualTo(rate("senders", new RateChange.ToTotal(20_700), Duration.ofMinutes(2)));
    assertThat(parse("rate 5 over 6000ms").text()).isEqualTo("rate 5 over 6s");
    assertThat(parse("rate 5 over 240s").text()).isEqualTo("rate 5 over 4m");
    assertThat(parse("rate 5 over 90s").text()).isEqualTo("rate 5 over 90s");
    assertThat(parse("rate 5 over 120m").text()).isEqualTo("rate 5 over 2h");
    assertThat(parse("rate over 5"))
        .isEqualTo(rate("over", new RateChange.ToPerWorker(5), AT_ONCE));
  }

  @Test
  void threadsAreAddedOrEnded() throws Exception {
    assertThat(parse("threads +20")).isEqualTo(new Command.Threads("", 20));
    assertThat(parse("threads receivers -3")).isEqualTo(new Command.Threads("receivers", -3));
  }

  @Test
  void otherCommands() throws Exception {
    assertThat(parse("pause")).isEqualTo(new Command.Pause(""));
    assertThat(parse("resume senders")).isEqualTo(new Command.Resume("senders"));
    assertThat(parse("undo")).isEqualTo(new Undo(""));
    assertThat(parse("UNDO senders")).isEqualTo(new Undo("senders"));
    assertThat(parse("status")).isEqualTo(new Command.Status(false));
    assertThat(parse("stats JSON")).isEqualTo(new Command.Stats(true));
    assertThat(parse("watch")).isEqualTo(new SessionCommand.Watch(Duration.ZERO, false));
    assertThat(parse("watch 10s"))
        .isEqualTo(new SessionCommand.Watch(Duration.ofSeconds(10), false));
    assertThat(parse("watch json")).isEqualTo(new SessionCommand.Watch(Duration.ZERO, true));
    assertThat(parse("watch 10s JSON"))
        .isEqualTo(new SessionCommand.Watch(Duration.ofSeconds(10), true));
    assertThat(parse("mark fail-over  started")).isEqualTo(new Command.Mark("fail-over  started"));
    assertThat(parse("stop")).isEqualTo(new Command.Stop());
    assertThat(parse("help")).isEqualTo(new Command.Help(""));
    assertThat(parse("help rate")).isEqualTo(new Command.Help("rate"));
    assertThat(parse("quit")).isEqualTo(parse("EXIT")).isEqualTo(new SessionCommand.Quit());
  }

  @Test
  void jmsPerfHarnessCommands() throws Exception {
    assertThat(parse("ALTER -rt 116")).isEqualTo(new OlderCommand.Alter("ALTER -rt 116", 116));
    assertThat(parse("alter -RT=0")).isEqualTo(new OlderCommand.Alter("alter -RT=0", 0));
    assertThat(parse("REPORT -stats")).isEqualTo(new OlderCommand.Report("REPORT -stats"));
    assertThat(parse("START")).isEqualTo(new OlderCommand.Start("START", 1));
    assertThat(parse("START -nt 5")).isEqualTo(new OlderCommand.Start("START -nt 5", 5));
    assertThat(parse("END -nt 5")).isEqualTo(new OlderCommand.End("END -nt 5", 5));
    assertThat(parse("End")).isEqualTo(new OlderCommand.End("End", 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER",
        "ALTER -rt",
        "ALTER -rt abc",
        "ALTER -rt -5",
        "ALTER -rt 1 2",
        "ALTER -rt 1 -rt 2",
        "ALTER 5",
        "ALTER -nt 5",
        "REPORT",
        "REPORT -rt 1",
        "START -nt 0",
        "START -nt x",
        "END -nt -1",
        "END -nt 1.5"
      })
  void wrongJmsPerfHarnessCommandsKeepTheirLineAndSayWhy(String line) throws Exception {
    assertThat(parse(line))
        .isInstanceOfSatisfying(
            OlderCommand.Wrong.class,
            wrong -> {
              assertThat(wrong.text()).isEqualTo(line);
              assertThat(wrong.reason()).isNotBlank();
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      quoteCharacter = '`',
      textBlock =
          """
          ALTER                -> -rt is missing; usage: ALTER -rt N
          ALTER -rt            -> '' is not a number
          ALTER -rt many       -> 'many' is not a number
          ALTER -rt 1 -RT=2    -> -rt is given twice
          ALTER -rt=1 2        -> '2' does not belong to an attribute
          ALTER 5 -rt 1        -> '5' does not belong to an attribute
          ALTER -rt 1 -stats   -> '-stats' is not a valid attribute
          REPORT               -> -stats is missing; usage: REPORT -stats
          START -nt -nt 3      -> -nt is given twice
          START -nt 0          -> '0' is not a whole number from 1 to 1000000
          END -nt=x            -> 'x' is not a whole number from 1 to 1000000
          """)
  void wrongJmsPerfHarnessCommandsSayWhatIsWrong(String line, String reason) throws Exception {
    assertThat(parse(line)).isEqualTo(new OlderCommand.Wrong(line, reason));
  }

  @Test
  void anAlterIgnoresANumberOfThreads() throws Exception {
    assertThat(parse("ALTER -nt 3 -rt 5"))
        .isEqualTo(new OlderCommand.Alter("ALTER -nt 3 -rt 5", 5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      quoteCharacter = '`',
      textBlock =
          """
          rate abc             -> 'abc' is not a rate
          rate -abc            -> '-abc' is not a rate
          rate 10%             -> '10%' is not a change in per cent with its sign, as +10% or -10%
          rate 2e9             -> '2e9' is not 0 or a rate from 1e-12 to 1e9 per second
          rate 5 over soon     -> 'soon' is not a time such as 500ms, 30s, 5m or 2h
          rate 5 over 20       -> '20' is not a time, because it has no unit; write 20ms or 20s
          rate 5 over 1001d    -> '1001d' is not a time of at most 1000d
          rate 5 over          -> 'over' is not a rate
          total +5             -> a total has no sign; usage: total [WORKLOAD] N [over 30s]
          total -5             -> a total has no sign; usage: total [WORKLOAD] N [over 30s]
          threads 5            -> '5' needs a sign; usage: threads [WORKLOAD] +N | -N
          threads +0           -> '0' is not a whole number from 1 to 1000000
          threads              -> usage: threads [WORKLOAD] +N | -N
          pause a b            -> usage: pause [WORKLOAD]
          status xml           -> usage: status [json]
          status json json     -> usage: status [json]
          watch 1s 2s          -> usage: watch [PERIOD] [json]
          watch json json      -> 'json' is not a time such as 500ms, 30s, 5m or 2h
          mark                 -> usage: mark TEXT
          help nothing         -> unknown command 'nothing'; try help
          help reat            -> unknown command 'reat'; did you mean rate?
          auth                 -> usage: auth TOKEN
          auth a b             -> usage: auth TOKEN
          """)
  void wrongArgumentsComeWithWhatIsWrong(String line, String message) {
    assertThatThrownBy(() -> parse(line)).hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate",
        "rate abc",
        "rate NaN",
        "rate 0x10",
        "rate 10%",
        "rate +",
        "rate -%",
        "rate 5 over",
        "rate 5 over soon",
        "rate 5 over -1s",
        "rate a b c",
        "rate 99999999999",
        "rate 5 over 100000h",
        "total",
        "total +5",
        "total 5%",
        "threads",
        "threads 5",
        "threads +0",
        "threads +1.5",
        "threads -999999999",
        "pause a b",
        "status xml",
        "stats json json",
        "watch now",
        "watch 1s 2s",
        "mark",
        "stop now",
        "help me please",
        "help nothing",
        "auth",
        "quit now"
      })
  void wrongArgumentsAreDistinguished(String line) {
    assertThat(codeOf(line)).isEqualTo(ErrorCode.BAD_ARGUMENT);
  }

  @ParameterizedTest
  @CsvSource({
    "reat,rate",
    "stast,stats",
    "puase,pause",
    "theads,threads",
    "stpo,stop",
    "altr,alter",
    "quti,quit"
  })
  void unknownCommandsComeWithTheNearest(String typed, String meant) {
    assertThat(codeOf(typed)).isEqualTo(ErrorCode.UNKNOWN_COMMAND);
    assertThatThrownBy(() -> parse(typed)).hasMessageContaining("did you mean " + meant + "?");
  }

  @Test
  void whatIsNearNothingGetsNoSuggestion() {
    assertThatThrownBy(() -> parse("xyzzy 1 2")).hasMessage("'xyzzy'; try help");
    assertThatThrownBy(() -> parse("y")).hasMessageNotContaining("did you mean");
    assertThatThrownBy(() -> parse("a".repeat(1_024))).hasMessageMatching("'a{60}\\.\\.\\.'.*");
  }

  @ParameterizedTest
  @CsvSource({"500ms,500", "30s,30000", "1.5s,1500", "2m,120000", "2min,120000", "1H,3600000"})
  void durations(String typed, long millis) throws Exception {
    assertThat(Quantities.time(typed)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void theTokenIsNotShown() throws Exception {
    assertThat(parse("auth s3cretW0rd")).isEqualTo(new SessionCommand.Auth("s3cretW0rd"));
    assertThat(parse("auth s3cretW0rd").toString()).doesNotContain("s3cretW0rd");
  }

  @Test
  void anyTextIsACommandOrABadOne() {
    SplittableRandom random = new SplittableRandom(7);
    String[] words = {
      "rate",
      "+",
      "-",
      "%",
      "1",
      "over",
      "ALTER",
      "-rt",
      "=",
      "END",
      "json",
      "\u00e9",
      "9".repeat(40)
    };
    for (int i = 0; i < 100_000; i++) {
      StringBuilder line = new StringBuilder(words[random.nextInt(words.length)]);
      for (int k = random.nextInt(6); k > 0; k--) {
        line.append(random.nextBoolean() ? " " : "").append(words[random.nextInt(words.length)]);
      }
      try {
        assertThat(parse(line.toString())).isNotNull();
      } catch (BadCommandException e) {
        assertThat(e).hasMessageMatching("[^\\r\\n]+");
      }
    }
  }

  private static Command parse(String line) throws BadCommandException {
    return Command.parse(line);
  }

  private static Command rate(String workload, RateChange change, Duration over) {
    return new Rate(workload, change, over);
  }

  private static ErrorCode codeOf(String line) {
    BadCommandException thrown = catchThrowableOfType(BadCommandException.class, () -> parse(line));
    assertThat(thrown).as(line).isNotNull();
    return thrown.code();
  }
}
