package dev.sluice.control.fleet.link;

import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ConfigurationException;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.ActiveMQNotConnectedException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.MessageHandler;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.api.core.management.ManagementHelper;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;

/**
 * A member's connection to one hub, which is dialled again and again until it is closed. What may
 * wait is done by a thread of its own, which dials, sends and hangs up; what is sent without a
 * connection is lost.
 */
final class HubConnection implements AutoCloseable {

  private static final long REDIAL_MILLIS = 250;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int CLOSE_MILLIS = 2_000;

  private static final int ACKNOWLEDGED_BEFORE = 0;
  private static final int ANY_RATE = -1;

  /** Of a state the newest alone counts, and none waits here: a slow agent hears what is true. */
  private static final long STATE_RING = 1;

  private static final int NO_WINDOW_BYTES = 0;
  private static final long RING = 100;
  private static final long NO_RING = -1;
  private static final int WINDOW_BYTES = 1 << 20;

  private static final String TO = "to";
  private static final String FROM = "from";
  private static final String VERSION = "version";

  private final HubLink link;
  private final HubAddress at;
  private final FleetAddresses addresses;
  private final ServerLocator locator;
  private final Outbox<Sealed> outbox = new Outbox<>();
  private final Thread thread = new Thread(this::keep, "fleet-outbox");

  private volatile boolean connected;
  private volatile boolean answers;
  private volatile boolean lost;
  private volatile boolean closing;
  private volatile String problem = "";
  private ClientSessionFactory factory; // the thread's own, as are its sessions; null without one
  private RemotingConnection transport;
  private ClientSession sending;
  private ClientSession receiving;

  /** Queues of agents that listen there; the protocol's thread only. */
  final Set<String> agents = new HashSet<>();

  HubConnection(HubLink link, HubAddress at, ServerLocator locator) {
    this.link = link;
    this.at = at;
    this.locator = locator;
    this.addresses = link.addresses();
    thread.setDaemon(true);
    thread.start();
  }

  boolean isConnected() {
    return connected && !lost;
  }

  /** Whether the hub is there, also one that another controller has. */
  boolean answers() {
    return answers;
  }

  /** Why it is not connected, in one line; empty if it is, or if that is not known yet. */
  String problem() {
    return problem;
  }

  /**
   * Sends a message, if there is a connection, and does not wait.
   *
   * @param key common to messages of which the newest alone counts
   */
  void send(Object key, Sealed message) {
    if (isConnected()) {
      outbox.put(key, message);
    }
  }

  /** Hangs up, and dials again. */
  void redial() {
    lost = true;
    outbox.wake();
  }

  /** Hangs up for good, and does not wait. */
  void leave() {
    closing = true;
    outbox.wake();
  }

  private void keep() {
    try (locator) {
      while (!closing) {
        try {
          if (!link.standsStill()) {
            dial();
            sendOn();
          }
        } catch (Exception e) {
          failed(e);
        } finally {
          hangUp();
        }
        Thread.sleep(REDIAL_MILLIS);
      }
    } catch (InterruptedException e) {
      // it is closed
    }
  }

  private void failed(Exception failure) throws InterruptedException {
    if (failure instanceof InterruptedException || closing) {
      throw new InterruptedException();
    }
    if (!(failure instanceof ActiveMQException || failure instanceof ConfigurationException)) {
      NanoClock.survived(failure);
    }
    answers = answers && isTaken(failure);
    link.changed(this, queues -> {});
    String why = why(failure);
    if (!why.equals(problem)) {
      problem = why;
      link.say(why);
    }
  }

  private String why(Exception failure) {
    String says = CauseChain.firstLine(failure);
    if (failure instanceof ConfigurationException) {
      return says;
    }
    if (isTaken(failure)) {
      return "another controller has fleet '%s' at %s".formatted(addresses.fleet(), at);
    }
    return isOf(ActiveMQExceptionType.SECURITY_EXCEPTION, failure)
        ? "refused by %s: fleet '%s' is not for this user: %s"
            .formatted(at, addresses.fleet(), says)
        : "no connection to %s: %s".formatted(at, says);
  }

  private static boolean isTaken(Exception failure) {
    return isOf(ActiveMQExceptionType.MAX_CONSUMER_LIMIT_EXCEEDED, failure);
  }

  private static boolean isOf(ActiveMQExceptionType type, Exception failure) {
    return failure instanceof ActiveMQException known && known.getType() == type;
  }

  private void dial() throws Exception {
    lost = false;
    if (at.isOwn()) {
      link.greet(at);
    }
    factory = locator.createSessionFactory();
    transport = factory.getConnection();
    if (transport == null) { // it was lost in between
      throw new ActiveMQNotConnectedException("the connection was closed");
    }
    transport.addCloseListener(this::redial);
    sending = session();
    receiving = session();
    answers = true;
    if (link.role() != MemberRole.VISITOR) {
      ensureIn();
    }
    switch (link.role()) {
      case AGENT -> { // others see it by the second queue, and it hears them by the first
        listen(addresses.to(link.self()), RING, WINDOW_BYTES, null, this::received);
        listen(addresses.state(link.self()), STATE_RING, NO_WINDOW_BYTES, null, this::received);
      }
      case CONTROLLER -> consume(addresses.in(), WINDOW_BYTES, this::received);
      case VISITOR -> listen(addresses.seen(), RING, WINDOW_BYTES, null, this::received);
    }
    Set<String> there = new HashSet<>();
    if (link.role() != MemberRole.AGENT) {
      watch(there);
    }
    problem = "";
    connected = true;
    link.changed(this, queues -> queues.addAll(there));
    receiving.start();
    sending.start();
  }

  private ClientSession session() throws ActiveMQException {
    var as = link.user(at);
    return factory.createSession(
        as.user(), as.password().reveal(), false, true, true, true, ACKNOWLEDGED_BEFORE);
  }

  /** The queue whose one consumer is the controller. A broker of one's own may have another. */
  private void ensureIn() throws ActiveMQException {
    SimpleString in = SimpleString.of(addresses.in());
    if (!receiving.queueQuery(in).isExists()) {
      receiving.createSharedQueue(addresses.inQueue()); // unless another member just has
    }
    if (receiving.queueQuery(in).getMaxConsumers() != 1) {
      throw new ConfigurationException(
          "the queue '%s' at %s takes more than one consumer: set its max-consumers to 1"
              .formatted(in, at));
    }
  }

  /** Learns which agents are there, and from now on who comes and goes. */
  private void watch(Set<String> there) throws ActiveMQException {
    String all = addresses.state("");
    listen(
        FleetAddresses.NOTIFICATIONS,
        NO_RING,
        WINDOW_BYTES,
        "%s LIKE '%s%%'".formatted(ManagementHelper.HDR_ADDRESS, all),
        this::notified);
    receiving
        .addressQuery(SimpleString.of(all + "#"))
        .getQueueNames()
        .forEach(queue -> there.add(queue.toString()));
  }

  private void notified(ClientMessage message) {
    String queue = message.getStringProperty(ManagementHelper.HDR_ROUTING_NAME);
    switch (message.getStringProperty(ManagementHelper.HDR_NOTIFICATION_TYPE)) {
      case "CONSUMER_CREATED" -> link.changed(this, queues -> queues.add(queue));
      case "CONSUMER_CLOSED" -> link.changed(this, queues -> queues.remove(queue));
      default -> {} // about addresses and queues
    }
  }

  private void listen(String address, long ring, int windowBytes, String filter, MessageHandler by)
      throws ActiveMQException {
    // a connection that the hub still takes to be open has another queue
    String queue = FleetAddresses.queue(address, link.self(), UUID.randomUUID().toString());
    receiving.createQueue(
        QueueConfiguration.of(queue)
            .setAddress(address)
            .setRoutingType(RoutingType.MULTICAST)
            .setFilterString(filter)
            .setDurable(false)
            .setTemporary(true)
            .setRingSize(ring));
    consume(queue, windowBytes, by);
  }

  private void consume(String queue, int windowBytes, MessageHandler by) throws ActiveMQException {
    receiving
        .createConsumer(SimpleString.of(queue), null, windowBytes, ANY_RATE, false)
        .setMessageHandler(by);
  }

  private void received(ClientMessage message) {
    byte[] bytes = new byte[message.getBodyBuffer().readableBytes()];
    message.getBodyBuffer().readBytes(bytes);
    link.received(
        new Sealed(
            message.getAddress(),
            String.valueOf(message.getStringProperty(TO)),
            String.valueOf(message.getStringProperty(FROM)),
            String.valueOf(message.getStringProperty(VERSION)),
            Content.of(bytes)));
  }

  /** Sends until the connection is lost or given back, or all is sent before it is closed. */
  private void sendOn() throws ActiveMQException, InterruptedException {
    ClientProducer producer = sending.createProducer();
    while (!lost && !link.standsStill()) {
      boolean last = closing;
      Sealed next = outbox.take(last ? 0 : LOOK_NANOS);
      if (next != null) {
        ClientMessage message = sending.createMessage(false);
        message.putStringProperty(TO, next.to());
        message.putStringProperty(FROM, next.from());
        message.putStringProperty(VERSION, next.version());
        message.getBodyBuffer().writeBytes(next.content().bytes());
        producer.send(SimpleString.of(next.address()), message);
      } else if (last) {
        sending.close(); // the hub has all of it
        return;
      }
    }
  }

  /** At once, whatever a listener waits for. */
  private void hangUp() {
    boolean was = connected;
    answers = answers && !connected;
    connected = false;
    lost = true;
    outbox.clear();
    try (ClientSessionFactory old = factory) {
      if (old != null && transport != null) {
        transport.destroy();
        old.cleanup();
      }
    } catch (RuntimeException e) {
      // it is gone all the same
    }
    factory = null;
    if (was) {
      link.changed(this, Set::clear);
    }
  }

  /** Leaves, after what has been sent. */
  @Override
  public void close() {
    leave();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
