package dev.sluice.mqsim.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.mqsc.Mqsc;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.ManualTimer;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.transmission.ChannelNetwork;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rights of a queue manager that crtmqm has made, and what MQSC changes about them. */
class SecurityTest {

  private static final String CONNECT =
      "SET AUTHREC OBJTYPE(QMGR) GROUP('perf') AUTHADD(CONNECT,INQ)\n";

  private final QueueManager queueManager =
      new QueueManager("QM1", "QM1_ID", QueueDefinitions.any(), new ManualTimer());
  private final Security security = queueManager.security();

  @BeforeEach
  void create() {
    security.enforce();
  }

  private void mqsc(String commands) {
    new Mqsc(queueManager, new ChannelNetwork(null, queueManager).initiator(), null, List::of)
        .run(commands)
        .join();
  }

  private String admit(String channel, String user, boolean password) {
    return security.admit(new Client(channel, "127.0.0.1", user, password));
  }

  private static void assertNotAuthorized(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CallFailedException.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reason.NOT_AUTHORIZED));
  }

  @Test
  void aQueueManagerWithoutAWordAboutRightsIsOpenToEverybody() {
    Security open = new Security("QM2");
    assertThat(open.admit(new Client("ANY", "127.0.0.1", "joe", false))).isEqualTo("joe");
    open.requireOpen("joe", Security.QUEUE, "Q", 0x10 | 0x1);
  }

  @Test
  void nobodyConnectsToANewQueueManager() {
    mqsc("DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)");
    assertNotAuthorized(() -> admit("APP", "perf", false));
    assertNotAuthorized(() -> admit("APP", "mqm", true)); // blocked: an administrator
    assertNotAuthorized(() -> admit(Security.DEFAULT_CHANNEL, "perf", false));
  }

  @Test
  void aChannelWithAUserOfARightIsOpen() {
    mqsc("DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MCAUSER('perf')\n" + CONNECT);
    assertThat(admit("APP", "joe", false)).isEqualTo("perf");
    mqsc("SET AUTHREC OBJTYPE(QMGR) GROUP('perf') AUTHRMV(CONNECT)");
    assertNotAuthorized(() -> admit("APP", "joe", false));
  }

  @Test
  void aChannelInheritsTheUserOfTheDefaultChannel() {
    mqsc(
        "ALTER CHANNEL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('perf')\n"
            + "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\n"
            + CONNECT);
    assertThat(admit("APP", "joe", false)).isEqualTo("perf");
  }

  @Test
  void whoGivesAPasswordWorksAsTheUserNamedUnlessNotAdopted() {
    mqsc(
        "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MCAUSER('perf')\n"
            + CONNECT
            + CONNECT.replace("perf", "joe"));
    assertThat(admit("APP", "joe", true)).isEqualTo("joe");
    String adopt = "ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) ADOPTCTX(NO)";
    mqsc(adopt);
    assertThat(admit("APP", "joe", true)).isEqualTo("joe"); // until it is refreshed
    mqsc("REFRESH SECURITY TYPE(CONNAUTH)");
    assertThat(admit("APP", "joe", true)).isEqualTo("perf");
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, perf, false, true",
    "OPTIONAL, perf, false, true",
    "REQDADM, perf, false, true",
    "REQDADM, mqm, false, false",
    "REQDADM, mqm, true, true",
    "REQUIRED, perf, false, false",
    "REQUIRED, perf, true, true"
  })
  void passwordsAreAskedForAsConnectionAuthenticationSays(
      String check, String user, boolean password, boolean admitted) {
    mqsc(
        "ALTER QMGR CHLAUTH(DISABLED)\nDEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\n"
            + CONNECT
            + "ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) CHCKCLNT("
            + check
            + ")\nREFRESH SECURITY TYPE(CONNAUTH)");
    if (admitted) {
      assertThat(admit("APP", user, password)).isEqualTo(user);
    } else {
      assertNotAuthorized(() -> admit("APP", user, password));
    }
  }

  @Test
  void theRecordForTheMoreSpecificChannelCounts() {
    mqsc(
        CONNECT
            + "SET CHLAUTH(SYSTEM.DEF.SVRCONN) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) +\n"
            + "    CHCKCLNT(REQUIRED)");
    assertNotAuthorized(() -> admit(Security.DEFAULT_CHANNEL, "perf", false));
    assertThat(admit(Security.DEFAULT_CHANNEL, "perf", true)).isEqualTo("perf");
    mqsc("SET CHLAUTH(SYSTEM.DEF.SVRCONN) TYPE(BLOCKUSER) USERLIST('nobody')");
    assertThat(admit(Security.DEFAULT_CHANNEL, "mqm", true)).isEqualTo("mqm");
  }

  @Test
  void anAddressOrAUserIsMappedOrBlocked() {
    mqsc(
        "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\n"
            + CONNECT
            + "SET CHLAUTH(APP) TYPE(ADDRESSMAP) ADDRESS('127.*') USERSRC(MAP) MCAUSER('perf')\n"
            + "SET CHLAUTH(APP) TYPE(USERMAP) CLNTUSER('joe') USERSRC(NOACCESS)");
    assertThat(admit("APP", "jim", false)).isEqualTo("perf");
    assertNotAuthorized(() -> admit("APP", "joe", false));
    assertNotAuthorized(() -> security.admit(new Client("APP", "10.0.0.1", "jim", false)));
  }

  @ParameterizedTest
  @CsvSource({
    "REQUEST1, REQUEST1, true",
    "REQUEST1, REQUEST10, false",
    "REQUEST*, REQUEST10, true",
    "REQUEST?, REQUEST10, false",
    "APP.*, APP.Q, true",
    "APP.*, APP.Q.R, false",
    "APP.**, APP.Q.R, true",
    "*, APP.Q, false",
    "**, APP.Q, true"
  })
  void aProfileFitsNames(String profile, String queue, boolean fits) {
    mqsc("SET AUTHREC PROFILE(%s) OBJTYPE(QUEUE) GROUP('perf') AUTHADD(PUT)".formatted(profile));
    if (fits) {
      security.requireOpen("perf", Security.QUEUE, queue, 0x10);
    } else {
      assertNotAuthorized(() -> security.requireOpen("perf", Security.QUEUE, queue, 0x10));
    }
  }

  @Test
  void theMostSpecificProfileCountsAlone() {
    mqsc(
        "SET AUTHREC PROFILE(APP.**) OBJTYPE(QUEUE) GROUP('perf') AUTHADD(ALLMQI)\n"
            + "SET AUTHREC PROFILE(APP.Q) OBJTYPE(QUEUE) GROUP('perf') AUTHADD(GET)");
    security.requireOpen("perf", Security.QUEUE, "APP.Q", 0x1);
    assertNotAuthorized(() -> security.requireOpen("perf", Security.QUEUE, "APP.Q", 0x10));
    security.requireOpen("perf", Security.QUEUE, "APP.R", 0x10 | 0x1 | 0x8 | 0x20);
  }

  @Test
  void aQueueThatDoesNotExistIsGrantedToNobody() {
    QueueManager strict =
        new QueueManager(
            "QM3",
            "QM3_ID",
            new QueueDefinitions(QueueDefinition.DEFAULT, true, Map.of()),
            new ManualTimer());
    String command = "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) GROUP('perf') AUTHADD(PUT)";
    assertThatThrownBy(() -> new Mqsc(strict, null, null, List::of).run(command).join())
        .hasRootCauseMessage("AMQ8147E: IBM MQ object Q not found.");
  }
}
