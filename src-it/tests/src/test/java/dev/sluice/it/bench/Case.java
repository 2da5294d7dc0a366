package dev.sluice.it.bench;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;

/**
 * So many senders and as many receivers on one queue of a server: as fast as they can, or at a rate
 * at which the server has time left.
 *
 * @param pairs senders, and receivers
 * @param target what the senders do
 */
record Case(int pairs, RateTarget target) {

  private static final int MESSAGE_BYTES = 2_048;
  private static final Duration RECEIVE_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

  /** Runs against a server; not measured for the first time given, then measured for the second. */
  Row run(Server server, Duration warmup, Duration measured)
      throws StartFailedException, InterruptedException {
    MqEndpoint endpoint = new MqEndpoint.Direct("127.0.0.1", server.port(), "APP.SVRCONN", "QM1");
    try (JmsProvider provider = IbmMqSettings.of(endpoint).create()) {
      RunSpec spec =
          new RunSpec(
              "",
              List.of(senders(provider), receivers(provider)),
              warmup.plus(measured),
              warmup,
              Duration.ofSeconds(1),
              STOP_TIMEOUT);
      Observer observer = new Observer(server);
      Run run =
          new Run(
              spec,
              NanoClock.SYSTEM,
              InstantSource.system(),
              CpuMeter.ofThisProcess(),
              new SplittableRandom(1),
              List.of(observer));
      Summary summary = run.execute();
      return observer.row(this, summary);
    }
  }

  private WorkloadSpec senders(JmsProvider provider) {
    Sender.Settings settings =
        new Sender.Settings(
            SessionSettings.of(provider),
            queue(),
            new OutgoingMessage(
                new MessageSpec(BodyKind.BYTES, MESSAGE_BYTES), PutOptions.NON_PERSISTENT));
    return WorkloadSpec.of("senders", Sender.factory(settings), pairs, target);
  }

  private WorkloadSpec receivers(JmsProvider provider) {
    Receiver.Settings settings =
        new Receiver.Settings(
            SessionSettings.of(provider), queue(), RECEIVE_TIMEOUT, ArrivalChecking.OFF);
    return WorkloadSpec.of(
        "receivers", Receiver.factory(settings), pairs, RateTarget.asFastAsPossible());
  }

  private DestinationPlan queue() {
    return DestinationPlan.of("BENCH." + pairs + (target.isUnlimited() ? "" : ".PACED"));
  }

  /** Reads the clocks of both processes when the run begins, is warm and ends. */
  private static final class Observer implements Sink {
    private final Server server;
    private final Reading begun;
    private Connecting connecting;
    private Duration serverCpuBefore = Duration.ZERO;
    private Duration serverCpuAfter = Duration.ZERO;

    Observer(Server server) {
      this.server = server;
      this.begun = Reading.now(server);
    }

    @Override
    public void event(RunEvent event) {
      switch (event.kind()) {
        case STARTED -> connecting = Reading.now(server).since(begun);
        case WARMUP_ENDED -> serverCpuBefore = server.cpu();
        case STOPPING -> serverCpuAfter = server.cpu();
        default -> {} // of no interest here
      }
    }

    Row row(Case done, Summary summary) {
      return new Row(
          server.name(),
          done.pairs(),
          done.target().isUnlimited(),
          connecting,
          summary,
          serverCpuAfter.minus(serverCpuBefore));
    }
  }
}
