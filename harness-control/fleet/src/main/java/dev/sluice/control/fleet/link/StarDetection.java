package dev.sluice.control.fleet.link;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;

/**
 * Heartbeats between the first member of a view and each other one, so that their number grows with
 * the members and not with the square of it: the first watches all, and all watch the first. When
 * somebody suspects the first, the next one is the first to it. The superclass has each member
 * watch each other one.
 */
final class StarDetection extends FD_ALL3 {

  private volatile View view = new View();
  private volatile List<Address> watched = List.of();

  StarDetection() {
    setId(ClassConfigurator.getProtocolId(FD_ALL3.class));
  }

  @Override
  protected void handleViewChange(View changed) {
    view = changed;
    watch();
  }

  @Override
  protected void suspect(List<Address> silent) {
    super.suspect(silent);
    watch();
  }

  @Override
  protected boolean unsuspect(Address heard) {
    boolean suspected = super.unsuspect(heard);
    if (suspected) {
      watch();
    }
    return suspected;
  }

  /** The superclass would also watch those whose messages come by. */
  @Override
  protected void update(Address sender, boolean logged, boolean onlyIfAbsent) {
    if (watched.contains(sender)) {
      super.update(sender, logged, onlyIfAbsent);
    }
  }

  private void watch() {
    View now = view;
    List<Address> concerned = concerned(now);
    watched = concerned;
    super.handleViewChange(new View(now.getViewId(), concerned));
  }

  /** The members up to the first that is not suspected, and this one; all, if this one is that. */
  private synchronized List<Address> concerned(View now) {
    List<Address> concerned = new ArrayList<>();
    for (Address member : now.getMembers()) {
      concerned.add(member);
      if (member.equals(local_addr)) {
        return now.getMembers();
      }
      if (!suspected_mbrs.contains(member)) {
        break;
      }
    }
    concerned.add(local_addr);
    return concerned;
  }

  @Override
  protected void startHeartbeatSender() {
    lock.lock();
    try {
      if (!isHeartbeatSenderRunning()) {
        heartbeat_sender =
            timer.scheduleWithFixedDelay(this::beat, 0, interval, TimeUnit.MILLISECONDS, true);
      }
    } finally {
      lock.unlock();
    }
  }

  private void beat() {
    for (Address member : watched) {
      if (!member.equals(local_addr)) {
        down_prot.down(
            new EmptyMessage(member)
                .setFlag(Message.Flag.OOB)
                .putHeader(getId(), new HeartbeatHeader()));
      }
    }
  }
}
