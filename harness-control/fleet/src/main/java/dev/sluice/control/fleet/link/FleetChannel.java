package dev.sluice.control.fleet.link;

import dev.sluice.control.fleet.codec.MessageCodec;
import dev.sluice.control.fleet.protocol.FleetLink.Evidence;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.util.DefaultSocketFactory;
import org.slf4j.LoggerFactory;

/**
 * A member of a fleet's JGroups group: who is there, and bytes from one to another, which may be
 * lost. The group's own order, state and coordinator are not used. Thread-safe; the listener is
 * called on threads of JGroups.
 */
final class FleetChannel implements Closeable {

  private static final int MAX_PACKET_BYTES = MessageCodec.MAX_BYTES + (1 << 16);

  /** How often peers are asked before a founder founds a group: they may start just now. */
  private static final int DISCOVERY_RUNS = 20;

  private static final int BACKLOG = 1_024;

  private static final int JOIN_MILLIS = 6_000; // groups of one that merge cost more than patience

  private static final int MAX_PROBES = 8;
  private static final int MAX_WAITING_PROBES = 10_000;

  /** Who is told what happens in the group. */
  interface Listener {

    void received(String from, byte[] content);

    /** Who is in the group now, with this process. */
    void view(Set<String> members);

    void probed(String member, Evidence evidence);

    /** A member refuses this process, and why, in one line. */
    void refused(String reason);
  }

  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(FleetChannel.class);

  // fields, because a logger that nobody holds is forgotten together with its level
  private static final List<Logger> LIBRARY =
      List.of(
          Logger.getLogger("org.jgroups"), Logger.getLogger(FleetChannel.class.getPackageName()));

  private final FleetSettings settings;
  private final Listener listener;
  private final ServerSocketChannel listening;
  private final PeerDiscovery discovery;
  private final JChannel channel;
  private final ThreadPoolExecutor probes =
      FleetThreads.pool(
          "fleet-probe",
          MAX_PROBES,
          MAX_WAITING_PROBES,
          new ThreadPoolExecutor.DiscardPolicy()); // it is asked again later
  private final Map<String, MemberAddress> addresses = new ConcurrentHashMap<>();
  private final CappedLog log;
  private final CappedLog.Strangers strangers;
  private volatile boolean closing;

  /**
   * A member that listens, and has not joined yet.
   *
   * @param log gets a line now and then: who was refused, how many strangers came
   * @throws IOException if the port is taken
   */
  FleetChannel(FleetSettings wanted, FleetSecret secret, Consumer<String> log, Listener listener)
      throws IOException {
    this.listening = listening(wanted);
    this.settings = wanted.at(listening.socket().getLocalPort());
    this.listener = listener;
    this.discovery = new PeerDiscovery(settings);
    this.log = new CappedLog(log, System::nanoTime);
    this.strangers = new CappedLog.Strangers(log, System::nanoTime);
    if (!LOG.isDebugEnabled()) { // JGroups warns of each attempt to reach a member that is gone
      LIBRARY.forEach(each -> each.setLevel(Level.OFF));
    }
    try {
      channel = made(secret);
    } catch (Exception e) { // JGroups declares it, and it depends on nothing outside
      throw new IllegalStateException(e);
    }
  }

  /**
   * Joins the group, or founds one if none is found.
   *
   * @throws IOException if that fails
   */
  void join() throws IOException {
    try {
      channel.connect(settings.fleet());
    } catch (Exception e) { // JGroups declares it
      throw new IOException(
          "fleet '" + settings.fleet() + "' cannot be joined: " + e.getMessage(), e);
    }
  }

  private static ServerSocketChannel listening(FleetSettings wanted) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      return channel.bind(new InetSocketAddress(wanted.bind(), wanted.port()), BACKLOG);
    } catch (IOException e) {
      channel.close();
      if (wanted.orFreePort() && wanted.port() != 0) {
        return listening(wanted.at(0));
      }
      throw new IOException(
          "cannot listen on %s:%d for fleet '%s': %s; --fleet-port and --bind choose another"
              .formatted(
                  wanted.bind().getHostAddress(), wanted.port(), wanted.fleet(), e.getMessage()),
          e);
    }
  }

  /** The peers that could not be reached when this member tried last, and why, in single lines. */
  List<String> unreached() {
    return discovery.unreached();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // its timer ends with the channel
  private JChannel made(FleetSecret secret) throws Exception {
    FleetTransport transport = new FleetTransport(this::connectionClosed);
    transport.setBindAddress(settings.bind());
    transport.setBindPort(settings.port());
    transport.setPortRange(0);
    transport.setSockConnTimeout(1_000);
    transport.setPeerAddrReadTimeout(5_000);
    transport.tcpNodelay(true);
    transport.setMaxLength(MAX_PACKET_BYTES);
    transport.logDetails(false);
    transport.nonBlockingSends(true);
    transport.getThreadPool().setMinThreads(0).setMaxThreads(64).setKeepAliveTime(30_000);
    transport.setThreadFactory(new FleetThreads());
    transport.setSocketFactory(new Sockets(new Admission(settings, secret, new Told())));
    discovery.returnEntireCache(false).sendCacheOnJoin(false); // addresses say where they are
    discovery.setValue("async_discovery", true);
    discovery.setValue("num_discovery_runs", DISCOVERY_RUNS);
    GMS membership = new GMS();
    membership.printLocalAddress(false);
    membership.setJoinTimeout(JOIN_MILLIS);
    membership.setMaxJoinAttempts(0);
    membership.setLeaveTimeout(1_000);
    membership.setMergeTimeout(5_000);
    membership.setViewAckCollectionTimeout(1_000);
    membership.logCollectMessages(false);
    NAKACK2 multicast = new NAKACK2();
    multicast.useMcastXmit(false);
    multicast.resendLastSeqno(false); // each that has been alone would connect to all after a merge
    VERIFY_SUSPECT2 verify = new VERIFY_SUSPECT2();
    verify.setTimeout(500);
    StarDetection failures = new StarDetection();
    failures.setTimeout(8_000);
    failures.setInterval(2_000);
    JChannel made =
        new JChannel(
            transport,
            discovery,
            new MERGE3().setMinInterval(1_000).setMaxInterval(3_000),
            failures,
            verify,
            multicast,
            new UNICAST3(),
            new STABLE().setDesiredAverageGossip(30_000).setMaxBytes(1_000_000),
            membership);
    transport.getDiagnosticsHandler().setEnabled(false);
    transport.getTimer().scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
    made.addAddressGenerator(
        () -> MemberAddress.of(settings.member(), settings.bind(), settings.port()).inGroup());
    made.setName(settings.member());
    made.setDiscardOwnMessages(true);
    made.setReceiver(new Group());
    return made;
  }

  /** Sends if it can; nothing is said if it cannot. */
  void send(String member, byte[] content) {
    MemberAddress address = addresses.get(member);
    if (address == null) {
      return;
    }
    try {
      channel.send(
          new BytesMessage(address.inGroup(), content)
              .setFlag(Message.Flag.OOB, Message.Flag.NO_RELIABILITY));
    } catch (Exception e) { // JGroups declares it; the channel is closed, then
      log.line("nothing can be sent to " + member + ": " + e.getMessage());
    }
  }

  /** Asks whether a process is there; the listener is told. */
  void probe(String member) {
    MemberAddress address = addresses.get(member);
    if (address == null) {
      listener.probed(member, Evidence.SILENT); // nobody knows where it was
      return;
    }
    probes.execute(() -> listener.probed(member, CallerSocket.probe(member, address.listensOn())));
  }

  private void connectionClosed(Address member) {
    if (!closing) {
      MemberAddress.read(member).map(MemberAddress::name).ifPresent(this::probe);
    }
  }

  /** Has a line told, capped. */
  void log(String line) {
    log.line(line);
  }

  /** Says what the log has left out. */
  private void tick() {
    log.tick();
    strangers.tick();
  }

  /** Leaves the group. */
  @Override
  public void close() {
    closing = true;
    probes.shutdownNow();
    channel.close();
    try {
      listening.close(); // if it has not joined
    } catch (IOException e) {
      // it is closed, then
    }
  }

  /** What JGroups tells. */
  private final class Group implements Receiver {

    @Override
    public void receive(Message message) {
      byte[] content = new byte[message.getLength()];
      System.arraycopy(message.getArray(), message.getOffset(), content, 0, content.length);
      MemberAddress.read(message.getSrc())
          .ifPresent(
              from -> {
                addresses.put(from.name(), from);
                listener.received(from.name(), content);
              });
    }

    @Override
    public void viewAccepted(View view) {
      Set<String> members = new LinkedHashSet<>();
      for (Address each : view.getMembers()) {
        MemberAddress.read(each)
            .ifPresent(
                member -> {
                  addresses.put(member.name(), member);
                  members.add(member.name());
                });
      }
      listener.view(members);
    }
  }

  /** What the sockets tell. */
  private final class Told implements Admission.Told {

    @Override
    public void refuses(InetSocketAddress caller, String reason) {
      log.line("refused a process of " + caller.getAddress().getHostAddress() + ": " + reason);
    }

    @Override
    public void refusedBy(String member, InetSocketAddress at, String reason) {
      String line =
          "refused by %s at %s:%d: %s"
              .formatted(member, at.getAddress().getHostAddress(), at.getPort(), reason);
      log.line(line);
      discovery.refused();
      listener.refused(line);
    }

    @Override
    public void reached(InetSocketAddress peer) {
      discovery.reached(peer);
    }

    @Override
    public void notReached(InetSocketAddress peer, boolean nobodyListens, String why) {
      discovery.notReached(peer, nobodyListens, why);
    }

    @Override
    public void stranger(InetSocketAddress caller) {
      strangers.add(caller);
    }
  }

  /** All sockets that JGroups gets: they connect members to members. */
  private final class Sockets extends DefaultSocketFactory {

    private final Admission admission;

    Sockets(Admission admission) {
      this.admission = admission;
    }

    @Override
    public Socket createSocket(String service) {
      return new CallerSocket(admission);
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
      return new AdmittingServerSocket(listening, admission);
    }
  }
}
