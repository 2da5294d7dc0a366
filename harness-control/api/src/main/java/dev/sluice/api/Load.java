package dev.sluice.api;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.core.worker.WorkerSettings.ThreadKind;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.BodySpec;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.GeneratedBodies;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.message.Template;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.DeliverySpec;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.tracking.Senders;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Passing;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Requester;
import dev.sluice.jms.worker.Requester.ReplyPlace;
import dev.sluice.jms.worker.Responder;
import dev.sluice.jms.worker.RoundTrip;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import dev.sluice.jms.worker.Sender;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Workers of one kind with their rate, and how long they run; a value. Each method returns another
 * load and leaves this one as it is.
 */
public final class Load implements Cloneable {

  private static final Duration RECEIVE_TIMEOUT = Duration.ofSeconds(1);

  private final Broker broker;
  private final Job job;
  private String name;
  private int threads = 1;
  private RateTarget target = RateTarget.asFastAsPossible();
  private Duration ramp = Duration.ZERO;
  private Arrivals arrivals = Arrivals.UNIFORM;
  private long count;
  private Duration lasting = Duration.ZERO;
  private Duration warmup = Duration.ZERO;
  private Duration interval = Duration.ofSeconds(1);
  private Duration replyTimeout = Duration.ofSeconds(10);
  private BodyKind bodyKind = BodyKind.BYTES;
  private BodySpec body = GeneratedBodies.fixed(100);
  private boolean persistent;
  private int transaction; // iterations, 0 for none
  private boolean verifying;
  private List<Load> others = List.of();
  private List<Sink> sinks = List.of();

  Load(String name, Broker broker, Job job) {
    this.name = name;
    this.broker = broker;
    this.job = job;
  }

  /** The same under another name. */
  public Load named(String workload) {
    return with(load -> load.name = workload);
  }

  /** So many worker threads, each with a connection of its own. */
  public Load threads(int workers) {
    return with(load -> load.threads = workers);
  }

  /** The rate of each thread. */
  public Load rate(Rate ofEach) {
    return with(load -> load.target = new RateTarget.PerWorker(ofEach.iterationsPerSecond()));
  }

  /** The rate of all threads together. */
  public Load total(Rate ofAll) {
    return with(load -> load.target = new RateTarget.Total(ofAll.iterationsPerSecond()));
  }

  /** No schedule, which is the default. */
  public Load asFastAsPossible() {
    return with(load -> load.target = RateTarget.asFastAsPossible());
  }

  /** The rate rises from 0 in this time. */
  public Load rampingUp(Duration time) {
    return with(load -> load.ramp = time);
  }

  /** Iterations come at random, independent times, rather than evenly spread. */
  public Load arrivingAtRandom() {
    return with(load -> load.arrivals = Arrivals.POISSON);
  }

  /** Each thread ends after so many iterations. */
  public Load iterations(long ofEach) {
    return with(load -> load.count = ofEach);
  }

  /**
   * How long the run lasts, from when all threads are connected; without it until it is stopped.
   */
  public Load lasting(Duration time) {
    return with(load -> load.lasting = time);
  }

  /** The first part of the run, which is left out of the results. */
  public Load warmingUp(Duration time) {
    return with(load -> load.warmup = time);
  }

  /** How often figures are collected; 1 s by default. An error needs at least ten intervals. */
  public Load collectingEvery(Duration time) {
    return with(load -> load.interval = time);
  }

  /** Bodies of so many bytes. */
  public Load size(int bytes) {
    return with(load -> load.body = GeneratedBodies.fixed(bytes));
  }

  /**
   * Text messages; the places of a template ({@code ${counter}}, {@code ${uuid}}) are filled in.
   */
  public Load text(String template) {
    return with(
        load -> {
          load.bodyKind = BodyKind.TEXT;
          load.body = Template.parse(template, InstantSource.system());
        });
  }

  /** Messages that the broker must keep safe. */
  public Load persistent() {
    return with(load -> load.persistent = true);
  }

  /** A transaction for so many iterations. */
  public Load transacted(int iterations) {
    return with(load -> load.transaction = iterations);
  }

  /** How long requests wait for their reply, after which they have failed; 10 s by default. */
  public Load replyTimeout(Duration time) {
    return with(load -> load.replyTimeout = time);
  }

  /**
   * Numbers and seals messages, and has this run's receivers find lost, duplicate, out-of-order and
   * corrupt ones. Say so at both ends.
   */
  public Load verifying() {
    return with(load -> load.verifying = true);
  }

  /** Other loads that run beside this one, for as long as it does. */
  public Load with(Load... beside) {
    return with(
        load -> load.others = Stream.concat(others.stream(), Arrays.stream(beside)).toList());
  }

  /** Tells an output of the engine of the run. */
  public Load observedBy(Sink sink) {
    return with(load -> load.sinks = Stream.concat(sinks.stream(), Stream.of(sink)).toList());
  }

  /**
   * Runs it to its end.
   *
   * @throws SluiceException if not all workers could connect
   * @throws IllegalStateException if it would never end
   */
  public RunResult run() {
    if (lasting.isZero() && count == 0) {
      throw new IllegalStateException("this load never ends: say lasting(...), or start() it");
    }
    try (Run run = start()) {
      return run.result();
    }
  }

  /**
   * Starts it, and returns at once. Close the run to end it.
   *
   * <pre>{@code
   * try (Run run = Sluice.send(broker).to("ORDERS").total(perSecond(50)).start()) {
   *   run.awaitSteady().mark("twice the rate").total(perSecond(100));
   *   RunResult result = run.stop();
   * }
   * }</pre>
   */
  public Run start() {
    return new Run(this);
  }

  Broker broker() {
    return broker;
  }

  Duration lasting() {
    return lasting;
  }

  Duration warmup() {
    return warmup;
  }

  Duration interval() {
    return interval;
  }

  /** This load and those beside it. */
  List<Load> all() {
    return Stream.concat(Stream.of(this), others.stream()).toList();
  }

  List<Sink> sinks() {
    return sinks;
  }

  String name() {
    return name;
  }

  /** Its workers, by a provider. */
  WorkloadSpec spec(Delivery deliveries) {
    JmsProvider provider = broker.provider();
    Checks checks = new Checks(deliveries);
    WorkerFactory workers = job.workers(this, provider, checks);
    WorkloadSpec spec =
        WorkloadSpec.of(name, workers, threads, target)
            .withThreads(ThreadKind.fitting(threads, Runtime.version().feature()))
            .withRamp(ramp)
            .withArrivals(arrivals)
            .withCount(count)
            .withDelivery(checks.arrivals)
            .withDrain(drain(checks));
    return spec.withStart(spec.start().connectingTo(provider.describe()));
  }

  /** Receivers that check go on until what was sent has come. */
  private static Duration drain(Checks checks) {
    return checks.arrivals == ArrivalChecking.OFF ? Duration.ZERO : RECEIVE_TIMEOUT;
  }

  private SessionSettings session(JmsProvider provider) {
    SessionSettings plain = SessionSettings.of(provider);
    return transaction == 0 ? plain : plain.transacted(transaction);
  }

  private Load with(Consumer<Load> change) {
    try {
      Load changed = (Load) clone();
      change.accept(changed);
      return changed;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public String toString() {
    return name + ", " + threads + (threads == 1 ? " thread" : " threads");
  }

  /** The checks of one workload's messages. */
  private final class Checks {

    private final Delivery deliveries;
    private final DeliverySpec spec =
        verifying ? new DeliverySpec(true, EndToEnd.SAME_HOST) : DeliverySpec.OFF;
    private ArrivalChecking arrivals = ArrivalChecking.OFF;

    Checks(Delivery deliveries) {
      this.deliveries = deliveries;
    }

    ArrivalChecking ofArrivals(Receivers receivers) {
      arrivals = deliveries.checking(spec, receivers);
      return arrivals;
    }

    OutgoingMessage outgoing(Senders senders) {
      return new OutgoingMessage(
          new MessageSpec(bodyKind, body),
          PutOptions.of(persistent),
          deliveries.stamping(spec, "", senders));
    }
  }

  /** What the workers of a load do. */
  @FunctionalInterface
  interface Job {

    /** Makes them. */
    WorkerFactory workers(Load load, JmsProvider provider, Checks checks);

    static Job own(WorkerFactory factory) {
      return (load, provider, checks) -> factory;
    }

    static Job sending(String to, boolean topic) {
      return (load, provider, checks) -> {
        DestinationPlan plan = plan(to, topic);
        return Sender.factory(
            new Sender.Settings(
                load.session(provider), plan, checks.outgoing(Senders.to(plan, provider))));
      };
    }

    static Job receiving(String from, boolean topic) {
      return (load, provider, checks) -> {
        DestinationPlan plan = plan(from, topic);
        Receivers receivers = topic ? Receivers.ofTopics(plan) : Receivers.ofQueues(plan, provider);
        return Receiver.factory(
            new Receiver.Settings(
                load.session(provider),
                ConsumerPlan.of(plan),
                RECEIVE_TIMEOUT,
                checks.ofArrivals(receivers)));
      };
    }

    static Job requesting(String to) {
      return (load, provider, checks) -> {
        RoundTrip trip =
            new RoundTrip(
                load.session(provider),
                checks.outgoing(Senders.to(DestinationPlan.of(to), provider)),
                load.replyTimeout,
                true,
                CommitOn.BOTH,
                new CorrelationForm(true, UUID.randomUUID().toString()),
                "",
                checks.ofArrivals(Receivers.REQUESTERS));
        return Requester.factory(
            new Requester.Settings(
                trip,
                DestinationPlan.of(to),
                DestinationPlan.of(to),
                ReplyPlace.TEMPORARY_PER_WORKER,
                ReplyMatch.REQUEST_ID,
                Optional.empty()));
      };
    }

    static Job responding(String from) {
      return (load, provider, checks) -> {
        DestinationPlan plan = DestinationPlan.of(from);
        Passing passing =
            new Passing(
                load.session(provider),
                plan,
                false,
                checks.outgoing(Senders.ANYWHERE),
                RECEIVE_TIMEOUT,
                dev.sluice.jms.worker.Work.NONE,
                false,
                checks.ofArrivals(Receivers.ofQueues(plan, provider)));
        return Responder.factory(
            new Responder.Settings(passing, Optional.empty(), false, ReplyMatch.REQUEST_ID));
      };
    }

    private static DestinationPlan plan(String name, boolean topic) {
      DestinationPlan plan = DestinationPlan.of(name);
      return topic ? plan.asTopics() : plan;
    }
  }
}
