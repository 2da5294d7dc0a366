package dev.sluice.control.fleet.link;

import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.Secret;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A member with a real link, which writes down what it is told. */
final class TestMember implements FleetLink.Listener, AutoCloseable {

  static final FleetSecret SECRET = FleetSecret.of(Secret.of("a secret that only a test knows"));
  static final FleetSecret OTHER_SECRET =
      FleetSecret.of(Secret.of("another secret that only a test knows"));

  private static final String FLEET = "it";
  private static final int LEASE_SECONDS = 60;
  private static final int PATIENCE_SECONDS = 120;

  final HubLink link;

  private final BlockingQueue<Object> told = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  /** Who has said what. */
  record Said(String from, FleetMessage message) {}

  record Lock(boolean held) {}

  record Split(boolean split) {}

  record View(Set<String> agents) {}

  TestMember(String name, MemberRole role, FleetSecret secret, String version, Integer... ports)
      throws IOException {
    this(
        role,
        secret,
        new FleetSettings(
            FLEET,
            name,
            version,
            Stream.of(ports).map(port -> new HubAddress("", "127.0.0.1", port)).toList(),
            0,
            Credentials.NONE));
  }

  private TestMember(MemberRole role, FleetSecret secret, FleetSettings settings)
      throws IOException {
    link = new HubLink(settings, role, secret, lines::add);
  }

  /** One that dials a broker of one's own. */
  static TestMember of(String name, MemberRole role, UsersBroker broker) throws IOException {
    List<HubAddress> hubs = List.of(HubAddress.parse(broker.url()));
    TestMember made =
        new TestMember(
            role, SECRET, new FleetSettings(FLEET, name, "1", hubs, 0, UsersBroker.USER));
    made.open(LEASE_SECONDS);
    return made;
  }

  /** One that dials hubs on this host, with a lease that no busy host outlasts. */
  static TestMember of(String name, MemberRole role, Integer... ports) throws IOException {
    return of(name, role, SECRET, "1", ports);
  }

  static TestMember of(
      String name, MemberRole role, FleetSecret secret, String version, Integer... ports)
      throws IOException {
    TestMember made = new TestMember(name, role, secret, version, ports);
    made.open(LEASE_SECONDS);
    return made;
  }

  void open(int leaseSeconds) throws IOException {
    link.open(this, FleetTiming.withLease(TimeUnit.SECONDS.toNanos(leaseSeconds), false));
  }

  /** A hub at any free port. */
  static EmbeddedHub hub() throws IOException {
    return hub(0);
  }

  static EmbeddedHub hub(int port) throws IOException {
    return new EmbeddedHub(new FleetAddresses(FLEET), SECRET, port, line -> {});
  }

  /** Sends once there is a connection: without one, what is sent is lost. */
  void send(String member, FleetMessage message) {
    while (!link.isConnected()) {
      Thread.onSpinWait();
    }
    link.execute(() -> link.send(member, message));
  }

  @Override
  public void received(long nowNanos, String from, FleetMessage message) {
    told.add(new Said(from, message));
  }

  @Override
  public void view(long nowNanos, Set<String> agents) {
    told.add(new View(agents));
  }

  @Override
  public void lock(long nowNanos, boolean held) {
    told.add(new Lock(held));
  }

  @Override
  public void split(long nowNanos, boolean split) {
    told.add(new Split(split));
  }

  @Override
  public void tick(long nowNanos) {}

  /** Waits until it is told this; forgets what came before. */
  void await(Object what) throws InterruptedException {
    for (Object next = next(); !next.equals(what); ) {
      next = next();
    }
  }

  /** Waits until it has been told all of these, in any order. */
  void awaitAll(Object... what) throws InterruptedException {
    Set<Object> missing = new HashSet<>(Set.of(what));
    while (!missing.isEmpty()) {
      missing.remove(next());
    }
  }

  Object next() throws InterruptedException {
    Object next = told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError(link.self() + " is told nothing; lines: " + lines);
    }
    return next;
  }

  /** What it has been told and nobody has asked for yet. */
  List<Object> rest() {
    return List.copyOf(told);
  }

  /** The next line for people that has this part. */
  String line(String part) throws InterruptedException {
    while (true) {
      String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError(link.self() + " does not say '" + part + "'");
      }
      if (line.contains(part)) {
        return line;
      }
    }
  }

  /** The lines for people that nobody has asked for yet. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Its protocol does nothing until the latch is open. */
  void standStill(CountDownLatch until) {
    link.execute(
        () -> {
          try {
            until.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @Override
  public void close() {
    link.close();
  }
}
