package dev.sluice.control.fleet.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetLink.Evidence;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.control.fleet.protocol.FleetMessage.FilePart;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.jms.provider.Secret;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A member of a fleet on loopback, and what it was told. */
final class TestMember implements Closeable, FleetLink.Listener {

  static final FleetSecret SECRET = FleetSecret.of(Secret.of("a secret of sixteen characters"));

  final String name;
  final Queue<String> received = new ConcurrentLinkedQueue<>();
  final Queue<Evidence> evidence = new ConcurrentLinkedQueue<>();
  final Queue<String> refusals = new ConcurrentLinkedQueue<>();
  final Queue<String> log = new ConcurrentLinkedQueue<>();
  final FleetChannel channel;
  private final Queue<Set<String>> views = new ConcurrentLinkedQueue<>();
  private volatile Set<String> view = Set.of();

  private TestMember(FleetSettings settings, FleetSecret secret) throws IOException {
    name = settings.member();
    channel = new FleetChannel(settings, secret, log::add, refusals::add);
    channel.open(this, FleetTiming.standard().tickNanos());
  }

  static TestMember of(String name, TestMember... peers) throws IOException {
    return of("test", name, "1", SECRET, peers);
  }

  static TestMember of(
      String fleet, String name, String version, FleetSecret secret, TestMember... peers)
      throws IOException {
    List<String> addresses = List.of(peers).stream().map(TestMember::address).toList();
    return new TestMember(settings(fleet, name, version, 0, addresses), secret);
  }

  /** One that listens on that port and has a peer on the other one. */
  static TestMember at(String name, int port, int peer) throws IOException {
    return new TestMember(settings("test", name, "1", port, List.of("127.0.0.1:" + peer)), SECRET);
  }

  /** One of some that all name each other. */
  static TestMember among(String name, int port, List<Integer> ports) throws IOException {
    List<String> peers = ports.stream().map(each -> "127.0.0.1:" + each).toList();
    return new TestMember(settings("test", name, "1", port, peers), SECRET);
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static FleetSettings settings(
      String fleet, String name, String version, int port, List<String> peers) {
    return new FleetSettings(
        fleet,
        name,
        version,
        InetAddress.getLoopbackAddress(),
        port,
        false,
        FleetSettings.DEFAULT_PORT,
        peers,
        "");
  }

  String address() {
    return "127.0.0.1:" + port();
  }

  int port() {
    return channel.port();
  }

  Set<String> view() {
    return view;
  }

  /** All views that it has been told of, in their order. */
  List<Set<String>> views() {
    return List.copyOf(views);
  }

  /** Waits for something that comes sooner or later; a busy machine takes its time. */
  static void await(String what, BooleanSupplier there) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!there.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("in time: " + what).isNegative();
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  void awaitView(String... members) throws InterruptedException {
    await(name + " sees " + List.of(members), () -> view.equals(Set.of(members)));
  }

  /** Sends a text to a member. */
  void say(String to, String text) {
    channel.execute(() -> channel.send(to, new FilePart("task", "file", 0, Content.of(text))));
  }

  void probe(String member) {
    channel.execute(() -> channel.probe(member));
  }

  @Override
  public void received(long nowNanos, String from, FleetMessage message) {
    received.add(from + ": " + ((FilePart) message).content().text());
  }

  @Override
  public void view(long nowNanos, Set<String> members) {
    view = members;
    views.add(members);
  }

  @Override
  public void probed(long nowNanos, String member, Evidence found) {
    evidence.add(found);
  }

  @Override
  public void tick(long nowNanos) {
    // nothing depends on time
  }

  @Override
  public void close() {
    channel.close();
  }
}
