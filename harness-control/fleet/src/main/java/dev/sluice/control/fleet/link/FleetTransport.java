package dev.sluice.control.fleet.link;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.ConnectionListener;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.NoBundler;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TCP that suspects a member whose connection is closed, because the end of a process shows there
 * first. The suspicion is verified further up. So no second port is needed for it, which would be
 * open to strangers.
 */
final class FleetTransport extends TCP implements ConnectionListener {

  private static final Logger LOG = LoggerFactory.getLogger(FleetTransport.class);

  private final Consumer<Address> closed;

  /**
   * @param closed told of members whose connection was closed, on threads of JGroups
   */
  FleetTransport(Consumer<Address> closed) {
    this.closed = closed;
    this.bundler = new SendQueues();
    setId(ClassConfigurator.getProtocolId(TCP.class));
  }

  private List<Address> others() {
    return members.stream().filter(member -> !member.equals(local_addr)).toList();
  }

  /** An address says where its member listens, so nobody has to be asked for it. */
  @Override
  public PhysicalAddress getPhysicalAddressFromCache(Address member) {
    return MemberAddress.read(member)
        .<PhysicalAddress>map(read -> new IpAddress(read.listensOn()))
        .orElseGet(() -> super.getPhysicalAddressFromCache(member));
  }

  @Override
  public void start() throws Exception {
    super.start();
    srv.addConnectionListener(this);
  }

  @Override
  public void connectionEstablished(Connection connection) {
    // its member will say something
  }

  @Override
  public void connectionClosed(Connection connection) {
    Address at = connection.peerAddress();
    for (Address member : others()) {
      if (at != null && at.equals(getPhysicalAddressFromCache(member))) {
        closed.accept(member);
        up_prot.up(new Event(Event.SUSPECT, List.of(member)));
      }
    }
  }

  /**
   * A queue for each destination, so that no member waits for a connection to another one. One that
   * takes nothing loses what is too much for its queue, as in a network; what has to arrive is sent
   * again.
   */
  private final class SendQueues extends NoBundler {

    private static final int MAX_WAITING = 256;

    /** Says how much a message grows by what goes in front of it, at most. */
    private static final int ENVELOPE_BYTES = 256;

    private final Map<Address, Executor> queues = new ConcurrentHashMap<>();

    @Override
    public void send(Message message) {
      if (message.getSrc() == null) {
        message.setSrc(local_addr);
      }
      boolean toAll = message.getDest() == null;
      for (Address each : toAll ? others() : List.of(message.getDest())) {
        queues
            .computeIfAbsent(each, SendQueues::queue)
            .execute(() -> sendNow(message, toAll, each));
      }
    }

    private static Executor queue(Address to) {
      return FleetThreads.pool(
          "fleet-sender", 1, MAX_WAITING, new ThreadPoolExecutor.DiscardPolicy());
    }

    private void sendNow(Message message, boolean toAll, Address to) {
      try {
        var out = new ByteArrayDataOutputStream(message.size() + ENVELOPE_BYTES);
        Util.writeMessage(message, out, toAll);
        doSend(out.buffer(), 0, out.position(), to);
      } catch (Exception e) { // JGroups declares it
        LOG.debug("a message could not be sent", e);
      }
    }

    @Override
    public void viewChange(View view) {
      queues.keySet().retainAll(view.getMembers()); // what is in them is sent all the same
    }
  }
}
