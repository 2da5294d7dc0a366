package dev.sluice.control.fleet.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.TCPPING;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Responses;

/**
 * Asks the hosts that are named, and those that a DNS name stands for, for their members. Names are
 * resolved each time, by the resolver of the host: one that has no address yet may have one soon.
 *
 * <p>The first three peers, in the order of their addresses, are the founders. The first of them
 * founds a group as soon as each other founder has answered that it starts too, or its host has
 * refused a connection. Another founder does so if it has found none for a while and no founder
 * before it is there. Any other member asks for longer, because on a busy host none may answer in
 * time, and many groups of one take minutes to become one.
 */
final class PeerDiscovery extends TCPPING {

  private static final int FOUNDERS = 3;
  private static final int OTHERS_ASKED = 3;

  /** How many times as long as a founder another member asks. */
  private static final int PATIENCE = 5;

  private static final Comparator<InetSocketAddress> BY_ADDRESS =
      Comparator.comparing(
              (InetSocketAddress at) -> at.getAddress().getAddress(), Arrays::compareUnsigned)
          .thenComparing(InetSocketAddress::getPort);

  private final FleetSettings settings;
  private final Map<InetSocketAddress, String> unreached = new ConcurrentHashMap<>();
  private final Set<PhysicalAddress> startsToo = ConcurrentHashMap.newKeySet();
  private final Set<PhysicalAddress> nobodyThere = ConcurrentHashMap.newKeySet();
  private volatile boolean groupExists; // though who leads it has not answered yet
  private volatile boolean refused;
  private volatile Responses asked = new Responses(true);
  private Responses first; // null until it is asked for; for the thread that joins

  PeerDiscovery(FleetSettings settings) {
    this.settings = settings;
    setId(ClassConfigurator.getProtocolId(TCPPING.class));
    setPortRange(0);
    setInitialHosts(List.of());
  }

  /** A member refuses this one, so that it need not ask for long. */
  void refused() {
    refused = true;
  }

  @Override
  public Responses findMembers(
      List<Address> members, boolean initialDiscovery, boolean async, long timeoutMillis) {
    if (!initialDiscovery) {
      return super.findMembers(members, false, async, timeoutMillis);
    }
    Responses found = ask(members, async, timeoutMillis);
    for (int turn = 1; turn < PATIENCE && found.isEmpty() && !refused && !mayFound(); turn++) {
      found.done();
      found = ask(members, async, timeoutMillis);
    }
    found.done(); // who joins has waited
    if (first == null) {
      first = found;
    } else {
      // JGroups adds what is found now to what was found first, and takes that for the newest:
      // a member that led the group then, and leads it no more, would be asked for ever
      first.clear();
    }
    return found;
  }

  private Responses ask(List<Address> members, boolean async, long timeoutMillis) {
    startsToo.clear();
    groupExists = false;
    Responses found = super.findMembers(members, true, async, timeoutMillis);
    asked = found;
    foundAtOnce();
    found.waitFor(timeoutMillis);
    return found;
  }

  /** A peer has let this process in. */
  void reached(InetSocketAddress peer) {
    unreached.remove(peer);
    nobodyThere.remove(new IpAddress(peer));
  }

  /** A peer could not be reached. */
  void notReached(InetSocketAddress peer, boolean nobodyListens, String why) {
    unreached.put(peer, why);
    if (nobodyListens) {
      nobodyThere.add(new IpAddress(peer));
      foundAtOnce();
    }
  }

  /** The peers that were not reached at the last attempt, and why, in single lines. */
  List<String> unreached() {
    List<String> lines = new ArrayList<>();
    for (String peer : names()) {
      List<InetSocketAddress> found = addresses(peer, settings.peerPort());
      if (found.isEmpty()) {
        lines.add("peer " + peer + " has no address");
      }
      for (InetSocketAddress each : found) {
        String at = each.getAddress().getHostAddress() + ":" + each.getPort();
        Optional.ofNullable(unreached.get(each))
            .ifPresent(
                why ->
                    lines.add("peer " + (peer.equals(at) ? at : peer + " at " + at) + " " + why));
      }
    }
    return lines;
  }

  /** The first founder need not wait if all other ones start too, or are not there. */
  private void foundAtOnce() {
    List<PhysicalAddress> others = new ArrayList<>(founders());
    boolean leads = others.isEmpty() || others.get(0).equals(own());
    others.remove(own());
    if (leads
        && !groupExists
        && others.stream()
            .allMatch(each -> startsToo.contains(each) || nobodyThere.contains(each))) {
      asked.done();
    }
  }

  /** Whether this member is to found a group, having found none. */
  private boolean mayFound() {
    List<PhysicalAddress> founders = founders();
    int own = founders.indexOf(own());
    return founders.isEmpty()
        || (own >= 0
            && !groupExists
            && founders.subList(0, own).stream().noneMatch(startsToo::contains));
  }

  /** Before it has joined, only those count that lead a group: it is to ask them to join. */
  @Override
  protected void addResponse(PingData answer, boolean overwrite) {
    if (is_server || answer.isCoord()) {
      super.addResponse(answer, overwrite);
    } else if (answer.isServer()) {
      groupExists = true;
    } else if (answer.getPhysicalAddr() != null) {
      startsToo.add(answer.getPhysicalAddr());
      foundAtOnce();
    }
  }

  private PhysicalAddress own() {
    return new IpAddress(settings.bind(), settings.port());
  }

  private List<PhysicalAddress> founders() {
    return peers().stream().limit(FOUNDERS).toList();
  }

  /**
   * Asks the founders, and some of those that are no members now. Asking all that are known, as the
   * superclass does, would be a message from each member to each other one, and a connection, every
   * few seconds.
   */
  @Override
  public void findMembers(List<Address> members, boolean initialDiscovery, Responses responses) {
    List<PhysicalAddress> known = new ArrayList<>(dynamic_hosts);
    List<PhysicalAddress> peers = peers();
    List<PhysicalAddress> others = new ArrayList<>(known);
    others.addAll(peers);
    others.removeAll(present());
    Collections.shuffle(others);
    Set<PhysicalAddress> asked = new LinkedHashSet<>();
    peers.stream().limit(FOUNDERS).forEach(asked::add);
    others.stream().limit(OTHERS_ASKED).forEach(asked::add);
    setInitialHosts2(asked);
    clearDynamicHostList();
    super.findMembers(members, initialDiscovery, responses);
    known.forEach(dynamic_hosts::addIfAbsent);
  }

  /**
   * Names the first member of the group, too: only it lets others join, and after a merge it may be
   * one that nobody names as a peer.
   */
  @Override
  public void discoveryRequestReceived(
      Address from, String logicalName, PhysicalAddress listensOn) {
    super.discoveryRequestReceived(from, logicalName, listensOn);
    Address first = current_coord;
    if (first != null && !first.equals(local_addr)) {
      MemberAddress.read(first)
          .ifPresent(
              member ->
                  sendDiscoveryResponse(
                      first, new IpAddress(member.listensOn()), member.name(), from, true));
    }
  }

  private List<PhysicalAddress> present() {
    View now = view;
    return now == null
        ? List.of()
        : now.getMembers().stream()
            .flatMap(member -> MemberAddress.read(member).stream())
            .<PhysicalAddress>map(member -> new IpAddress(member.listensOn()))
            .toList();
  }

  private List<String> names() {
    Stream<String> service = Stream.of(settings.service()).filter(name -> !name.isEmpty());
    return Stream.concat(settings.peers().stream(), service).toList();
  }

  /** In the order of their addresses, which is the same for all members. */
  private List<PhysicalAddress> peers() {
    return names().stream()
        .flatMap(peer -> addresses(peer, settings.peerPort()).stream())
        .distinct()
        .sorted(BY_ADDRESS)
        .<PhysicalAddress>map(IpAddress::new)
        .toList();
  }

  /**
   * What {@code host} or {@code host:port} stands for; nothing if it has no address now.
   *
   * @param defaultPort the port if none is given
   */
  static List<InetSocketAddress> addresses(String peer, int defaultPort) {
    int colon = peer.lastIndexOf(':');
    boolean hasPort = colon > 0 && colon == peer.indexOf(':'); // more of them are an IPv6 address
    String host = hasPort ? peer.substring(0, colon) : peer;
    int port = hasPort ? Integer.parseInt(peer.substring(colon + 1)) : defaultPort;
    try {
      return Stream.of(InetAddress.getAllByName(host))
          .map(address -> new InetSocketAddress(address, port))
          .toList();
    } catch (UnknownHostException e) {
      return List.of(); // not yet, or not any more
    }
  }
}
