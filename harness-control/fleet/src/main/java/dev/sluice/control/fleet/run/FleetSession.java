package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.link.FleetConsole;
import dev.sluice.control.fleet.link.FleetSecret;
import dev.sluice.control.fleet.link.FleetSettings;
import dev.sluice.control.fleet.link.HubLink;
import dev.sluice.control.fleet.link.MemberRole;
import dev.sluice.control.fleet.protocol.Controller;
import dev.sluice.control.fleet.protocol.FleetTiming;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The time in which this process is the controller of a fleet. */
public record FleetSession(HubLink link, Fleet fleet, FleetConsole lines) implements Closeable {

  private static final long PATIENCE_SECONDS = 60;

  /**
   * Joins, and waits until it leads.
   *
   * @param follows whether it takes over what another controller began
   * @param console is told in single lines what a person should know
   * @throws IOException if it cannot join or another controller leads, with one line
   */
  public static FleetSession open(
      FleetSettings settings,
      FleetSecret secret,
      FleetTiming timing,
      boolean follows,
      Consumer<String> console)
      throws IOException, InterruptedException {
    FleetConsole lines = new FleetConsole(console);
    HubLink link = new HubLink(settings, MemberRole.CONTROLLER, secret, lines);
    Fleet fleet = new Fleet(link, link::execute, timing, follows, lines);
    link.open(fleet.controller(), timing);
    FleetSession session = new FleetSession(link, fleet, lines);
    try {
      fleet.awaitLeadership(Duration.ofSeconds(PATIENCE_SECONDS));
      return session;
    } catch (ExecutionException | TimeoutException e) {
      session.leave();
      String why =
          link.unreached().isEmpty()
              ? "no hub answered in time, or more than one"
              : String.join("; ", link.unreached());
      throw new IOException(e.getCause() == null ? why : e.getCause().getMessage(), e);
    }
  }

  /**
   * What the controller before began, as agents still play it.
   *
   * @throws IOException if no agent tells what it plays
   */
  public Optional<TakenOverRun> inheritance() throws IOException, InterruptedException {
    try {
      return fleet.inherit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("no agent reported its run in time", e);
    }
  }

  /** Says that nothing more is issued, and leaves. */
  @Override
  public void close() {
    fleet.order(Controller::resign);
    leave();
  }

  private void leave() {
    link.close();
    lines.close();
  }
}
