package dev.sluice.core.worker;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.util.function.Consumer;

/**
 * Whether a worker's connection is up, and to whom. It is told by the provider, on any thread, of
 * what that does by itself, and by the worker's thread of a connection that is opened again. Nobody
 * comes here while a connection is up.
 */
final class WorkerConnection implements ConnectionWatch {

  private final NanoClock clock;
  private final Consumer<ConnectionChange> changes;

  private volatile String peer = "";
  private volatile boolean accepted;
  private String peerBefore = ""; // guarded by this
  private volatile boolean down; // written under this
  private boolean reopening; // guarded by this
  private long downSinceNanos; // guarded by this

  /**
   * @param changes receives them in their order, while this object is locked
   */
  WorkerConnection(NanoClock clock, Consumer<ConnectionChange> changes) {
    this.clock = clock;
    this.changes = changes;
  }

  /** The peer's name, empty if unknown; that of the last one while the connection is lost. */
  String peer() {
    return peer;
  }

  /** Whether there ever was a session of it. */
  boolean wasAccepted() {
    return accepted;
  }

  /** Whether it is lost. Takes no lock. */
  boolean isDown() {
    return down;
  }

  /** Since when it is lost, or was the last time. */
  synchronized long downSinceNanos() {
    return downSinceNanos;
  }

  @Override
  public synchronized void connected(String newPeer) {
    peer = newPeer;
  }

  @Override
  public void accepted() {
    accepted = true;
  }

  @Override
  public synchronized void reconnecting(long downNanos) {
    if (!reopening) {
      goDown(clock.nanos() - downNanos);
    }
  }

  @Override
  public synchronized void reconnected(String newPeer) {
    if (!reopening && down) {
      peer = newPeer;
      comeBack();
    }
  }

  @Override
  public synchronized void gaveUp() {
    if (!reopening && down) {
      tell(ConnectionChange.Transition.GIVEN_UP, "");
    }
  }

  /** The worker closes its connection, which failed at a time, to open another. */
  synchronized void reopening(long sinceNanos) {
    goDown(sinceNanos);
    reopening = true;
  }

  /** The worker has opened another connection, whether or not it had lost one. */
  synchronized void reopened() {
    reopening = false;
    if (down) {
      comeBack();
    }
  }

  private void goDown(long sinceNanos) {
    if (!down) {
      down = true;
      downSinceNanos = sinceNanos;
      peerBefore = peer;
      tell(ConnectionChange.Transition.LOST, "");
    }
  }

  private void comeBack() {
    down = false;
    tell(ConnectionChange.Transition.BACK, peer);
  }

  private void tell(ConnectionChange.Transition transition, String to) {
    changes.accept(
        new ConnectionChange(transition, peerBefore, to, clock.nanos() - downSinceNanos));
  }
}
