package dev.sluice.control.cli.command.fleet;

import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.control.process.ExitCode;
import dev.sluice.core.time.NanoClock;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A process that has just come to a fleet. If a member refuses it then, before it is in a group
 * with anybody, it ends; later it is the other one that is new. For the protocol's thread.
 */
final class Newcomer {

  private final NanoClock clock;
  private final long untilNanos;
  private final CompletableFuture<Integer> end;
  private boolean inCompany;

  Newcomer(NanoClock clock, long nanos, CompletableFuture<Integer> end) {
    this.clock = clock;
    this.untilNanos = clock.nanos() + nanos;
    this.end = end;
  }

  /** A member has refused it, and said why. */
  void refused() {
    if (!inCompany && clock.nanos() - untilNanos < 0) {
      end.complete(ExitCode.NO_CONNECTION);
    }
  }

  /** Looks at views before the listener does. */
  FleetLink.Listener before(FleetLink.Listener listener) {
    return new FleetLink.Listener() {

      @Override
      public void received(long nowNanos, String from, FleetMessage message) {
        listener.received(nowNanos, from, message);
      }

      @Override
      public void view(long nowNanos, Set<String> members) {
        inCompany |= members.size() > 1;
        listener.view(nowNanos, members);
      }

      @Override
      public void probed(long nowNanos, String member, FleetLink.Evidence evidence) {
        listener.probed(nowNanos, member, evidence);
      }

      @Override
      public void tick(long nowNanos) {
        listener.tick(nowNanos);
      }
    };
  }
}
