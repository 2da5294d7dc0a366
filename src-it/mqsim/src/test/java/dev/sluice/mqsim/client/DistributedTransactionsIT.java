package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.mq.jakarta.jms.MQXAConnectionFactory;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import dev.sluice.mqsim.embedded.QueuedMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** XA: two-phase commit as a transaction manager leads it. */
class DistributedTransactionsIT {

  private static final String QUEUE = "DEV.QUEUE.1";

  /** An id whose parts have the lengths of this number's, which need padding or none. */
  private record Id(int number) implements Xid {
    @Override
    public int getFormatId() {
      return 4_711;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      byte[] id = new byte[1 + number % 64];
      id[0] = (byte) number;
      return id;
    }

    @Override
    public byte[] getBranchQualifier() {
      return new byte[number % 5];
    }
  }

  private EmbeddedQueueManager mq;
  private XAConnection connection;
  private XASession session;
  private XAResource resource;
  private MessageProducer producer;

  @BeforeEach
  void connect() throws Exception {
    mq = EmbeddedQueueManager.start();
    reconnect();
  }

  private void reconnect() throws JMSException {
    connection = mq.connectionFactory(MQXAConnectionFactory.class).createXAConnection();
    connection.start();
    session = connection.createXASession();
    resource = session.getXAResource();
    producer = session.createProducer(queue());
  }

  @AfterEach
  void end() throws JMSException {
    connection.close();
    mq.close();
  }

  private Queue queue() throws JMSException {
    return session.createQueue(QUEUE);
  }

  private void work(Id id, ThrowingCallable work) throws Exception {
    resource.start(id, XAResource.TMNOFLAGS);
    try {
      work.call();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
    resource.end(id, XAResource.TMSUCCESS);
  }

  private void send(String text) throws JMSException {
    producer.send(session.createTextMessage(text));
  }

  private void sendOutside(String text) throws JMSException {
    try (Session plain = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      plain.createProducer(queue()).send(plain.createTextMessage(text));
    }
  }

  private List<String> texts() {
    return mq.messages(QUEUE).stream().map(QueuedMessage::text).toList();
  }

  private String receive() throws JMSException {
    try (MessageConsumer consumer = session.createConsumer(queue())) {
      return consumer.receive(MqClient.RECEIVE_MILLIS).getBody(String.class);
    }
  }

  private static void assertRefused(ThrowingCallable call, int code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(XAException.class, e -> assertThat(e.errorCode).isEqualTo(code));
  }

  private List<String> inDoubt() throws XAException {
    return ids(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN));
  }

  private static List<String> ids(Xid... ids) {
    return Arrays.stream(ids)
        .map(
            id ->
                id.getFormatId()
                    + "/"
                    + HexFormat.of().formatHex(id.getGlobalTransactionId())
                    + "/"
                    + HexFormat.of().formatHex(id.getBranchQualifier()))
        .toList();
  }

  @Test
  void workCountsWhenBothPhasesAreDone() throws Exception {
    Id id = new Id(1);
    work(id, () -> send("one"));
    assertThat(resource.prepare(id)).isEqualTo(XAResource.XA_OK);
    assertThat(texts()).isEmpty();
    resource.commit(id, false);
    assertThat(texts()).containsExactly("one");

    work(new Id(2), () -> assertThat(receive()).isEqualTo("one"));
    assertThat(mq.depth(QUEUE)).isEqualTo(1);
    resource.commit(new Id(2), true);
    assertThat(mq.depth(QUEUE)).isZero();
  }

  @Test
  void rolledBackWorkIsUndoneBeforeAndAfterPrepare() throws Exception {
    sendOutside("kept");
    for (boolean prepared : new boolean[] {false, true}) {
      Id id = new Id(3);
      work(
          id,
          () -> {
            assertThat(receive()).isEqualTo("kept");
            send("undone");
          });
      if (prepared) {
        resource.prepare(id);
      }
      resource.rollback(id);
      assertThat(texts()).containsExactly("kept");
    }
    assertThat(mq.depth(QUEUE)).isEqualTo(1);
  }

  @Test
  void branchesInDoubtAreRecoveredAfterACrash() throws Exception {
    List<Id> ids = IntStream.range(0, 40).mapToObj(Id::new).toList();
    for (Id id : ids) {
      work(id, () -> send("message " + id.number()));
      resource.prepare(id);
    }
    work(new Id(99), () -> send("not prepared"));
    mq.stop(false);
    mq.restart();
    reconnect();

    assertThat(mq.messages(QUEUE)).isEmpty();
    assertThat(inDoubt()).isEqualTo(ids(ids.toArray(Xid[]::new)));
    for (Id id : ids) {
      if (id.number() % 2 == 0) {
        resource.commit(id, false);
      } else {
        resource.rollback(id);
      }
    }
    assertThat(inDoubt()).isEmpty();
    assertThat(mq.depth(QUEUE)).isEqualTo(20);
    assertThat(texts()).startsWith("message 0", "message 2").hasSize(20);
  }

  @Test
  void aMessageInDoubtIsNobodyElses() throws Exception {
    sendOutside("x");
    work(new Id(5), this::receive);
    resource.prepare(new Id(5));
    connection.close();
    reconnect();
    try (Session other = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = other.createConsumer(queue())) {
      assertThat(consumer.receiveNoWait()).isNull();
      resource.rollback(new Id(5));
      assertThat(consumer.receive(MqClient.RECEIVE_MILLIS).getJMSRedelivered()).isTrue();
    }
  }

  @Test
  void aBranchIsSuspendedResumedAndJoined() throws Exception {
    Id id = new Id(6);
    resource.start(id, XAResource.TMNOFLAGS);
    send("1");
    resource.end(id, XAResource.TMSUSPEND);
    assertRefused(() -> resource.end(id, XAResource.TMSUSPEND), XAException.XAER_PROTO);
    sendOutside("outside");
    resource.start(id, XAResource.TMRESUME);
    send("2");
    resource.end(id, XAResource.TMSUCCESS);
    XASession other = connection.createXASession();
    other.getXAResource().start(id, XAResource.TMJOIN);
    other.createProducer(queue()).send(other.createTextMessage("3"));
    other.getXAResource().end(id, XAResource.TMSUCCESS);
    assertThat(texts()).containsExactly("outside");
    resource.prepare(id);
    resource.commit(id, false);
    assertThat(texts()).containsExactly("outside", "1", "2", "3");
  }

  @Test
  void whatDidNothingNeedsNoSecondPhase() throws Exception {
    work(new Id(7), () -> {});
    assertThat(resource.prepare(new Id(7))).isEqualTo(XAResource.XA_RDONLY);
    assertThat(inDoubt()).isEmpty();
  }

  @Test
  void whatFailedIsRolledBack() throws Exception {
    Id id = new Id(8);
    resource.start(id, XAResource.TMNOFLAGS);
    send("undone");
    resource.end(id, XAResource.TMFAIL);
    assertRefused(() -> resource.prepare(id), XAException.XA_RBROLLBACK);
    assertThat(mq.depth(QUEUE)).isZero();
  }

  @Test
  void callsOutOfPlaceAreRefusedByTheCodesOfXa() throws Exception {
    Id id = new Id(9);
    assertRefused(() -> resource.prepare(id), XAException.XAER_NOTA);
    assertRefused(() -> resource.commit(id, false), XAException.XAER_NOTA);
    assertRefused(() -> resource.rollback(id), XAException.XAER_NOTA);
    assertRefused(() -> resource.forget(id), XAException.XAER_NOTA);
    assertRefused(() -> resource.start(id, XAResource.TMJOIN), XAException.XAER_NOTA);
    work(id, () -> send("x"));
    assertRefused(() -> resource.start(id, XAResource.TMNOFLAGS), XAException.XAER_DUPID);
    assertRefused(() -> resource.start(id, XAResource.TMRESUME), XAException.XAER_PROTO);
    assertRefused(() -> resource.commit(id, false), XAException.XAER_PROTO);
    resource.prepare(id);
    assertRefused(() -> resource.commit(id, true), XAException.XAER_PROTO);
    resource.commit(id, false);
    send("in a unit of work of its own");
    assertRefused(() -> resource.start(id, XAResource.TMNOFLAGS), XAException.XAER_OUTSIDE);
  }

  @Test
  void otherSessionsOfTheConnectionGoOn() throws Exception {
    work(
        new Id(10),
        () -> {
          send("in the branch");
          sendOutside("beside it");
          assertThat(texts()).containsExactly("beside it");
        });
    resource.commit(new Id(10), true);
    assertThat(texts()).containsExactly("beside it", "in the branch");
  }
}
