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

  /** It is there without a definition, and may be given one. */
  @ParameterizedTest
  @ValueSource(strings = {"ALTER", "DEFINE"})
  void theChannelOfClientsIsThere(String verb) {
    assertThat(run("DISPLAY CHANNEL(APP.SVRCONN)"))
        .containsExactly("CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) MCAUSER()");
    String command = verb + " CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) MAXINST(3)";
    assertThat(run(command)).isEmpty();
    assertThat(run("DISPLAY CHANNEL(APP.SVRCONN) MAXINST"))
        .containsExactly("CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) MAXINST(3)");
    if (verb.equals("DEFINE")) {
      assertFails(command, "AMQ8150E");
    }
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "REFRESH CLUSTER(UC01) REPOS(NO)",
        "SET POLICY(Q) SIGNALG(SHA256)",
        "START SERVICE(S)",
        "STOP CHANNEL(SYSTEM.DEF.SVRCONN)",
        "CLEAR TOPICSTR('a') CLRTYPE(RETAINED)",
        "DIS CLUSQMGR(*)",
        "DEFINE PROCESS(P) APPLICID('/bin/true')"
      })
  void whatIsNotSimulatedIsAcceptedWithANotice(String command) {
    assertThat(run(command)).containsExactly("mqsim: accepted, without effect: " + command);
  }

  @ParameterizedTest
  @CsvSource({
    "GT 3, 'B'",
    "GE 3, 'A,B'",
    "LT 12, 'A'",
    "LE 12, 'A,B'",
    "EQ 3, 'A'",
    "NE 3, 'B'",
    "LK 1*, 'B'",
    "NL 1*, 'A'"
  })
  void whereSelects(String condition, String queues) {
    run("DEF QL(A) MAXDEPTH(3)\nDEF QL(B) MAXDEPTH(12)\nDEF QA(C) TARGET(A)");
    assertThat(
            run("DIS Q(*) WHERE(MAXDEPTH " + condition + ")").stream()
                .filter(line -> !line.contains("SYSTEM."))
                .map(line -> line.substring("QUEUE(".length(), "QUEUE(".length() + 1)))
        .containsExactly(queues.split(","));
    assertFails("DIS Q(*) WHERE(MAXDEPTH ABOUT 3)", "AMQ8405E");
    assertThat(run("DIS Q(*) TYPE(QALIAS)")).containsExactly("QUEUE(C) TYPE(QALIAS) TARGET(A)");
  }

  @Test
  void whatIsDeletedIsGone() {
    run("DEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME('127.0.0.1(1)') XMITQ(X)\nDEFINE QMODEL(M)");
    run("DEFINE LISTENER(L)\nDEFINE TOPIC(T) TOPICSTR(t)\nDEFINE QREMOTE(R) RQMNAME(QM2)");
    for (String each :
        List.of("CHANNEL(C)", "QMODEL(M)", "LISTENER(L)", "TOPIC(T)", "QREMOTE(R)")) {
      assertThat(run("DISPLAY " + each)).hasSize(1);
      run("DELETE " + each);
      assertFails("DISPLAY " + each, "AMQ8147E");
      assertFails("DELETE " + each, "AMQ8147E");
    }
  }

  @Test
  void rightsAndRecordsOfChannelsAreDisplayed() {
    run("SET AUTHREC PROFILE('SHOP.**') PRINCIPAL('app') OBJTYPE(TOPIC) AUTHADD(SUB,PUB)");
    run("SET AUTHREC PRINCIPAL('app') OBJTYPE(QMGR) AUTHADD(CONNECT)");
    assertThat(run("DISPLAY AUTHREC PROFILE('SHOP.**') OBJTYPE(TOPIC)"))
        .containsExactly(
            "PROFILE(SHOP.**) ENTITY(app) ENTTYPE(GROUP) OBJTYPE(TOPIC) AUTHLIST(PUB,SUB)");
    run("SET CHLAUTH('SHOP.SVRCONN') TYPE(USERMAP) CLNTUSER('joe') MCAUSER('app')");
    assertThat(run("DISPLAY CHLAUTH('SHOP.*')"))
        .containsExactly(
            "CHLAUTH(SHOP.SVRCONN) TYPE(USERMAP) CLNTUSER(joe) USERSRC(MAP) MCAUSER(app)");
    assertThat(run("DISPLAY CHLAUTH(*) WHERE(TYPE EQ BLOCKUSER)"))
        .containsExactly(
            "CHLAUTH(*) TYPE(BLOCKUSER) USERLIST(*MQADMIN) USERSRC(CHANNEL) MCAUSER()");
    assertFails("DISPLAY AUTHREC PROFILE(NONE)", "AMQ8147E");
  }

  @Test
  void queuesOfAllTypesShareTheirNames() {
    run("DEFINE QLOCAL(Q)");
    assertFails("DEFINE QALIAS(Q) TARGET(R) REPLACE", "AMQ8150E");
    assertFails("ALTER QREMOTE(Q) RNAME(R)", "AMQ8147E");
    assertFails("DELETE QMODEL(Q)", "AMQ8147E");
  }

  @Test
  void noStatusOfAChannelIsAFailure() {
    assertFails("DISPLAY CHSTATUS(*)", "AMQ8420I: Channel Status not found.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FOO BAR",
        "DEFINE FOO(BAR)",
        "DEFINE SUB(S) TOPICOBJ(NONE) DEST(Q)",
        "DEFINE SUB(S) TOPICSTR('#') DEST(Q) DESTQMGR(NONE)",
        "DELETE FOO(BAR)",
        "DISPLAY FOO(BAR)",
        "ALTER QMGR REPOS('+AUTOCL+')",
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
      String text = Files.readString(config.resolve(file));
      assertThatCode(() -> cluster.configure("QM1", text)).as(file).doesNotThrowAnyException();
    }
  }
}
