package dev.sluice.mqsim.cluster;

import dev.sluice.mqsim.conversation.ApplicationInstance;
import dev.sluice.mqsim.conversation.Connection;
import dev.sluice.mqsim.conversation.ReconnectTarget;
import dev.sluice.mqsim.manager.QueueManager.Consumption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The three ways in which a member ends. All methods are called on its event loop; what they return
 * completes when the member has no connection left.
 *
 * <ul>
 *   <li><b>stop</b>: gets are given no message any more. When clients have what was under way to
 *       them, or a second later, they are told that the queue manager ends and that they must not
 *       reconnect; those still there after another second are disconnected.
 *   <li><b>stop with reconnect</b>: no message may be lost and no application may see an exception,
 *       so instances are moved as balancing moves them, by the request that names their new queue
 *       manager. First those go that only put; those that get follow when the queues are empty, at
 *       least a second and at most ten later. If no other member is active, gets are answered with
 *       2161 and sockets closed, as in a stop; clients then try until a member is back.
 *   <li><b>kill</b>: sockets are reset, messages that are not persistent are lost.
 * </ul>
 *
 * In the first two cases all messages left in queues are there again after a start.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes reach exceptionCaught
final class MemberShutdown {

  private static final long STOP_GRACE_MILLIS = 1_000;
  private static final long CONSUMERS_STAY_MILLIS = 1_000;
  private static final long MOST_CONSUMERS_STAY_MILLIS = 10_000;
  private static final long RECONNECT_GRACE_MILLIS = 13_000;
  private static final long CHECK_MILLIS = 20;

  private final Member member;
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  MemberShutdown(Member member) {
    this.member = member;
  }

  CompletableFuture<Void> stop() {
    member.stopListening();
    quiesce().thenTell(this::sendClientsAway);
    return done;
  }

  /**
   * @param targets members that instances can go to, in turn; empty if there is none
   */
  CompletableFuture<Void> stopWithReconnect(List<ReconnectTarget> targets) {
    member.stopListening();
    if (targets.isEmpty()) {
      quiesce().thenTell(this::letClientsRetry);
      return done;
    }
    Spreading spreading = new Spreading(targets);
    member.instances().stream().filter(instance -> !instance.hasInput()).forEach(spreading::move);
    member
        .loop()
        .schedule(
            () -> moveWhenDrained(spreading, MOST_CONSUMERS_STAY_MILLIS - CONSUMERS_STAY_MILLIS),
            CONSUMERS_STAY_MILLIS,
            TimeUnit.MILLISECONDS);
    awaitConnections(RECONNECT_GRACE_MILLIS);
    return done;
  }

  private Quiesce quiesce() {
    return new Quiesce(member.queueManager(), member::connections);
  }

  private void sendClientsAway() {
    member.connections().forEach(Connection::forbidReconnection);
    awaitConnections(STOP_GRACE_MILLIS);
  }

  private void letClientsRetry() {
    member.queueManager().consumption(Consumption.REFUSED);
    member.instances().forEach(ApplicationInstance::interruptGets);
    awaitConnections(STOP_GRACE_MILLIS);
  }

  /** On a busy host those that only put take long to go. */
  private void moveWhenDrained(Spreading spreading, long remainingMillis) {
    boolean drained =
        member.instances().stream().allMatch(ApplicationInstance::hasInput)
            && member.status().depth() == 0;
    if (drained || remainingMillis <= 0) {
      member.instances().forEach(spreading::move);
      return;
    }
    member
        .loop()
        .schedule(
            () -> moveWhenDrained(spreading, remainingMillis - CHECK_MILLIS),
            CHECK_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  CompletableFuture<Void> kill() {
    member.stopListening();
    member.connections().forEach(Connection::reset);
    done.thenRun(() -> member.queueManager().discardNonPersistent());
    awaitConnections(0);
    return done;
  }

  /** Waits until all connections have gone; helps when the time is over. */
  private void awaitConnections(long remainingMillis) {
    if (member.isSilent()) {
      // a closed listener gives its port back only in the next turn of the event loop
      member.loop().schedule(this::complete, CHECK_MILLIS, TimeUnit.MILLISECONDS);
      return;
    }
    if (remainingMillis <= 0) {
      member.connections().forEach(Connection::close);
    }
    member
        .loop()
        .schedule(
            () -> awaitConnections(remainingMillis - CHECK_MILLIS),
            CHECK_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  private void complete() {
    member.ended();
    done.complete(null);
  }

  /** Sends instances to several members in turn; who cannot be moved is left. */
  private static final class Spreading {
    private final List<ReconnectTarget> targets;
    private int next;

    Spreading(List<ReconnectTarget> targets) {
      this.targets = targets;
    }

    void move(ApplicationInstance instance) {
      if (instance.isMovable()) {
        instance.move(targets.get(next++ % targets.size()));
      }
    }
  }
}
