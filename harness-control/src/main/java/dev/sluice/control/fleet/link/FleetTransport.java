package dev.sluice.control.fleet.link;

import java.util.List;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.ConnectionListener;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;

/**
 * TCP that suspects a member whose connection is closed, because the end of a process shows there
 * first. The suspicion is verified further up. So no second port is needed for it, which would be
 * open to strangers.
 */
final class FleetTransport extends TCP implements ConnectionListener {

  private final Consumer<Address> closed;

  /**
   * @param closed told of members whose connection was closed, on threads of JGroups
   */
  FleetTransport(Consumer<Address> closed) {
    this.closed = closed;
    setId(ClassConfigurator.getProtocolId(TCP.class));
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
    Address member = logical_addr_cache.getByValue(at);
    if (member != null && members.contains(member)) {
      closed.accept(member);
      up_prot.up(new Event(Event.SUSPECT, List.of(member)));
    }
  }
}
