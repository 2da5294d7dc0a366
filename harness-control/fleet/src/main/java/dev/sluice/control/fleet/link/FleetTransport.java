package dev.sluice.control.fleet.link;

import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.ConnectionListener;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.IpAddress;

/**
 * TCP that suspects a member whose connection is closed, because the end of a process shows there
 * first. The suspicion is verified further up. So no second port is needed for it, which would be
 * open to strangers.
 */
final class FleetTransport extends TCP implements ConnectionListener {

  private static final int IDLE_SECONDS = 5;

  private final Consumer<Address> closed;

  /**
   * @param closed told of members whose connection was closed, on threads of JGroups
   */
  FleetTransport(Consumer<Address> closed) {
    this.closed = closed;
    setId(ClassConfigurator.getProtocolId(TCP.class));
  }

  @Override
  public void init() throws Exception {
    bundler =
        new SendQueues(
            new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE, // one for each member that takes nothing now
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> FleetThreads.daemon(task, "fleet-sender")),
            this);
    super.init();
  }

  /** All members but this one. */
  List<Address> others() {
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
    if (!(connection.peerAddress() instanceof PhysicalAddress at)) {
      return;
    }
    for (Address member : others()) {
      if (at.equals(getPhysicalAddressFromCache(member))) {
        closed.accept(member);
        up_prot.up(new Event(Event.SUSPECT, List.of(member)));
      }
    }
  }
}
