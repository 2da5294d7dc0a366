package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.connection.WorkerSessions;
import dev.sluice.jms.reply.Replies;
import dev.sluice.jms.session.JmsSession;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Puts messages and gets them back, to time outages: from the last put, commit or get that worked
 * to the first that worked again. An outage is when one of them failed, or the provider lost the
 * connection meanwhile, whether a call failed of it or only waited.
 */
public final class ReconnectTimer extends RoundTripWorker {

  private final PutGet.Settings settings;
  private final Consumer<String> told;
  private boolean everWorked;
  private boolean disturbed;
  private long lastGoodNanos;
  private int lossesSeen;

  private ReconnectTimer(
      PutGet.Settings settings, Consumer<String> told, WorkerSessions sessions, int index) {
    super(settings.trip(), sessions, index);
    this.settings = settings;
    this.told = told;
  }

  /**
   * Makes reconnect timers.
   *
   * @param told receives each outage in one line, by any thread
   */
  public static WorkerFactory factory(PutGet.Settings settings, Consumer<String> told) {
    WorkerSessions sessions = WorkerSessions.of(settings.trip().session());
    return index -> new ReconnectTimer(settings, told, sessions, index);
  }

  @Override
  public Optional<WorkSource> source() {
    return answersFrom();
  }

  @Override
  Destination target(JmsSession session) throws JMSException {
    return settings.at().destination(session, index());
  }

  @Override
  Replies replies(JmsSession session) throws JMSException {
    lossesSeen = workerSession().losses();
    disturbed = everWorked; // this is another connection than the one that worked
    return settings.ownMessages(this, session);
  }

  @Override
  Outcome work() throws JMSException {
    try {
      return super.work();
    } catch (JMSException | RuntimeException e) {
      disturbed = true;
      throw e;
    }
  }

  @Override
  void operationDone() {
    long nowNanos = context().clock().nanos();
    int losses = workerSession().losses();
    if (everWorked && (disturbed || losses != lossesSeen)) {
      ended(nowNanos - lastGoodNanos);
    }
    lossesSeen = losses;
    disturbed = false;
    everWorked = true;
    lastGoodNanos = nowNanos;
  }

  private void ended(long outageNanos) {
    context().log().part(LatencyKind.OUTAGE, outageNanos);
    told.accept(
        "worker "
            + (index() + 1)
            + ": nothing worked for "
            + Duration.ofNanos(outageNanos).toMillis()
            + " ms");
  }
}
