package dev.sluice.it;

import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.it.run.MqProviders;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Senders and receivers of one queue, that any queue manager of a group may serve. */
final class ReconnectingWorkloads implements AutoCloseable {

  static final String SENDERS = "senders";
  static final String RECEIVERS = "receivers";

  /** Of each workload. */
  static final int WORKERS = 6;

  private static final double RATE_PER_SECOND = 25;
  private static final DestinationPlan QUEUE = DestinationPlan.of("REQUEST");
  private static final Duration RECEIVE_TIMEOUT = Duration.ofMillis(500);

  private final Path ccdt;
  private final String group;
  private final Duration reconnectFor;
  private final List<JmsProvider> providers = new ArrayList<>();

  /**
   * @param reconnectFor how long the client tries to connect again before it gives up
   */
  ReconnectingWorkloads(Path ccdt, String group, Duration reconnectFor) {
    this.ccdt = ccdt;
    this.group = group;
    this.reconnectFor = reconnectFor;
  }

  WorkloadSpec senders() {
    return senders(session(SENDERS), PutOptions.of(false));
  }

  /** Senders of persistent messages. */
  WorkloadSpec senders(int messagesInTransaction) {
    return senders(session(SENDERS).transacted(messagesInTransaction), PutOptions.of(true));
  }

  private WorkloadSpec senders(SessionSettings session, PutOptions options) {
    OutgoingMessage outgoing = new OutgoingMessage(new MessageSpec(BodyKind.BYTES, 200), options);
    return workload(
        SENDERS,
        Sender.factory(new Sender.Settings(session, QUEUE, outgoing)),
        new RateTarget.PerWorker(RATE_PER_SECOND));
  }

  WorkloadSpec receivers() {
    return receivers(RECEIVE_TIMEOUT);
  }

  WorkloadSpec receivers(Duration receiveTimeout) {
    return receivers(session(RECEIVERS), receiveTimeout);
  }

  WorkloadSpec receivers(int messagesInTransaction) {
    return receivers(session(RECEIVERS).transacted(messagesInTransaction), RECEIVE_TIMEOUT);
  }

  private WorkloadSpec receivers(SessionSettings session, Duration receiveTimeout) {
    return workload(
            RECEIVERS,
            Receiver.factory(
                new Receiver.Settings(session, QUEUE, receiveTimeout, ArrivalChecking.OFF)),
            RateTarget.asFastAsPossible())
        .withDrain(Duration.ofSeconds(1));
  }

  private static WorkloadSpec workload(String name, WorkerFactory factory, RateTarget target) {
    return WorkloadSpec.of(name, factory, WORKERS, target);
  }

  private SessionSettings session(String application) {
    JmsProvider provider = MqProviders.group(ccdt, group, application, reconnectFor);
    providers.add(provider);
    return SessionSettings.of(provider);
  }

  @Override
  public void close() {
    providers.forEach(JmsProvider::close);
  }
}
