package dev.sluice.mqsim.mqsc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands succeed and fail as runmqsc says. */
class MqscTest {

  private final SimulatedCluster cluster = SimulatedCluster.builder().queueManagers("QM1").build();

  @AfterEach
  void close() {
    cluster.close();
  }

  private List<String> run(String commands) {
    return cluster.mqsc("QM1", commands);
  }

  private void assertFails(String command, String message) {
    assertThatThrownBy(() -> run(command))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aListenerThatRunsIsStartedOnlyIfItsStateIsIgnored() {
    run("DEFINE LISTENER(L1) TRPTYPE(TCP) PORT(1420) CONTROL(QMGR)\nSTART LISTENER(L1)");
    assertFails("START LISTENER(L1)", "AMQ8730E: Listener already active.");
    run("START LISTENER(L1) IGNSTATE(YES)");
    run("STOP LISTENER(L1)");
    assertFails("STOP LISTENER(L1)", "AMQ8731E");
    run("START LISTENER(L1)");
    assertThat(run("DISPLAY LSSTATUS(L1)")).containsExactly("LISTENER(L1) STATUS(RUNNING)");
  }

  @ParameterizedTest
  @CsvSource({"QMGR, true", "STARTONLY, true", "MANUAL, false"})
  void aListenerStartsWithItsQueueManagerIfItSaysSo(String control, boolean starts) {
    run("DEFINE LISTENER(L1) TRPTYPE(TCP) CONTROL(%s)".formatted(control));
    cluster.start("QM1");
    if (starts) {
      assertFails("START LISTENER(L1)", "AMQ8730E");
    } else {
      run("START LISTENER(L1)");
    }
    cluster.kill("QM1");
    cluster.start("QM1");
    assertFails("START LISTENER(L1)", "AMQ8730E");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DEFINE QLOCAL(Q)",
        "DEFINE QREMOTE(R) RNAME(R) RQMNAME(QM2)",
        "DEFINE LISTENER(L) TRPTYPE(TCP)",
        "DEFINE CHANNEL(C) CHLTYPE(SVRCONN)",
        "DEFINE CHANNEL(S) CHLTYPE(RCVR)"
      })
  void whatExistsIsDefinedAgainOnlyToReplaceIt(String command) {
    run(command);
    assertFails(command, "AMQ8150E");
    run(command + " REPLACE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "START LISTENER(NONE)",
        "ALTER LISTENER(NONE) TRPTYPE(TCP)",
        "ALTER CHANNEL(NONE) CHLTYPE(SVRCONN) MCAUSER('perf')",
        "ALTER CHANNEL(NONE) CHLTYPE(SDR) HBINT(5)",
        "START CHANNEL(NONE)",
        "DISPLAY QLOCAL(NONE)",
        "ALTER AUTHINFO(NONE) AUTHTYPE(IDPWOS)"
      })
  void whatDoesNotExistIsNotFound(String command) {
    assertFails(command, "AMQ8147E: IBM MQ object NONE not found.");
  }

  @Test
  void noStatusOfAChannelIsAFailure() {
    assertFails("DISPLAY CHSTATUS(*)", "AMQ8420I: Channel Status not found.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FOO BAR",
        "DEFINE CHANNEL(C) CHLTYPE(NONE)",
        "DEFINE LISTENER(L) CONTROL(SOMETIMES)",
        "SET CHLAUTH(*) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC(SOMEBODY)",
        "SET CHLAUTH(*) TYPE(ADDRESSMAP) ADDRESS(*)",
        "SET AUTHREC OBJTYPE(QMGR) AUTHADD(CONNECT)",
        "SET AUTHREC OBJTYPE(QMGR) GROUP('perf') AUTHADD(FLY)"
      })
  void whatIsNotValidIsASyntaxError(String command) {
    assertFails(command, "AMQ8405E: Syntax error detected");
  }

  @Test
  void aRecordThatExistsIsReplacedOnlyOnDemand() {
    String command = "SET CHLAUTH(C) TYPE(USERMAP) CLNTUSER('joe') USERSRC(NOACCESS)";
    run(command);
    assertFails(command, "AMQ8405E");
    run(command + " ACTION(REPLACE)");
    run(command + " ACTION(REMOVE)");
    assertFails(command + " ACTION(REMOVE)", "AMQ8405E");
  }

  @Test
  void filesOfTheStudiesAreUnderstood() throws IOException {
    Path config = Path.of(System.getProperty("basedir", ".")).resolve("../../config");
    for (String file :
        List.of(
            "e1-uniform-cluster/uniclus.mqsc",
            "e2-request-reply-sweep/queues.mqsc",
            "e2-request-reply-sweep/client-tls.mqsc",
            "e2-request-reply-sweep/nha.mqsc")) {
      String text =
          Files.readString(config.resolve(file))
              .replace("+AUTOCL+", "UC01")
              .replace("+QMNAME+", "QM1")
              .replace("+CONNAME+", "127.0.0.1(1414)");
      assertThatCode(() -> run(text)).as(file).doesNotThrowAnyException();
    }
  }
}
