package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.session.JmsSession;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Puts messages and gets them back, to time outages: from the last put, commit or get that worked
 * to the first that worked again. An outage is when one of them failed, or the provider lost the
 * connection meanwhile, whether a call failed of it or only waited.
 */
public final class ReconnectTimer extends PutGet {

  private final Consumer<String> told;
  private boolean everWorked;
  private boolean disturbed;
  private long lastGoodNanos;
  private int lossesSeen;

  private ReconnectTimer(Settings settings, Consumer<String> told, Seat seat) {
    super(settings, seat);
    this.told = told;
  }

  /**
   * Makes reconnect timers.
   *
   * @param told receives each outage in one line, by any thread
   */
  public static WorkerFactory factory(Settings settings, Consumer<String> told) {
    return factory(settings.trip().session(), seat -> new ReconnectTimer(settings, told, seat));
  }

  @Override
  Replies replies(JmsSession session) throws JMSException {
    lossesSeen = workerSession().losses();
    disturbed = everWorked; // this is another connection than the one that worked
    return super.replies(session);
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
