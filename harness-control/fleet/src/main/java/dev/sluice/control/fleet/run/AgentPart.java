package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.fleet.protocol.Agent;
import dev.sluice.control.fleet.protocol.AgentWork;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.control.fleet.run.FleetTask.Placement;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.Share;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Totals;
import dev.sluice.core.run.Follower;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.history.History;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's part of one task, from reading its text to the last figure. Orders come from the
 * protocol's thread and are carried out on threads of the part's own.
 */
final class AgentPart implements AgentWork.Part {

  /** A controller that follows gets as many one by one, or up to twice as many. */
  static final int INTERVALS_PER_SUM = 300;

  private static final Logger LOG = LoggerFactory.getLogger(AgentPart.class);

  /** Events that the controller says itself, for all agents. */
  private static final Set<RunEvent.Kind> OF_THE_FLEET =
      EnumSet.of(
          RunEvent.Kind.STARTED,
          RunEvent.Kind.BEGUN,
          RunEvent.Kind.WARMUP_ENDED,
          RunEvent.Kind.STOPPING,
          RunEvent.Kind.MARK);

  private final AgentRun process;
  private final Task task;
  private final NanoClock clock;
  private final RecordCodec records;
  private final Delivery deliveries = Delivery.of(Delivery.Role.PART);
  private final Reports reports;
  private final Map<String, Integer> workersWanted = new HashMap<>(); // guarded by this
  private final List<Consumer<Run>> early = new ArrayList<>(); // orders; guarded by this
  private Run run; // guarded by this, null until it is made
  private long startNanos = NanoClock.NEVER; // guarded by this
  private Duration duration = Duration.ZERO; // of the plan, without one 0; guarded by this
  private String stopReason; // guarded by this, null while it is to go on
  private boolean playing; // guarded by this
  private boolean changing; // workers; guarded by this

  AgentPart(AgentRun process, Task task) {
    this.process = process;
    this.task = task;
    this.clock = process.clock;
    this.records = new RecordCodec(process.secrets::mask);
    this.reports = new Reports(process.protocol, process.agent);
  }

  void start() {
    reports.status(idle -> idle.in(Phase.PREPARING, Content.EMPTY));
    clock.start("task " + task.id(), this::play);
  }

  @Override
  public synchronized void startAt(long nanos) {
    startNanos = nanos;
    order(of -> following(of).startAt(nanos));
  }

  @Override
  public void follow(String workload, Share share) {
    order(of -> following(of).follow(workload, share));
  }

  @Override
  public void leaseUntil(long nanos) {
    order(of -> following(of).leaseUntil(nanos));
  }

  /** What comes before the run is there is done when it is. */
  private synchronized void order(Consumer<Run> order) {
    if (run == null) {
      early.add(order);
    } else {
      order.accept(run);
    }
  }

  @Override
  public synchronized long endNanos() {
    return duration.isZero() || startNanos == NanoClock.NEVER
        ? Long.MAX_VALUE
        : startNanos + duration.toNanos();
  }

  @Override
  public synchronized void workers(String workload, int workers) {
    workersWanted.put(workload, workers);
    if (playing && !changing) {
      changing = true;
      clock.start("workers of " + process.name, this::changeWorkers);
    }
  }

  private synchronized void plays() {
    playing = true;
  }

  @Override
  public void measureUntil(long localNanos) {
    order(of -> following(of).measureUntil(localNanos));
  }

  @Override
  public void stop() {
    stop("the controller ended the run");
  }

  private synchronized void stop(String reason) {
    stopReason = reason;
    order(of -> of.control().stop(reason));
  }

  @Override
  public void forget() {
    process.forget();
  }

  /** Nobody wants to hear of it any more. */
  synchronized void discard() {
    reports.over();
    stop("its task was taken away");
  }

  /** A thread of this process failed. */
  void threadFailed(Thread thread, Throwable failure) {
    order(of -> of.threadFailed(thread, failure));
  }

  void clientWarned(String warning) {
    order(of -> of.clientWarned(warning));
  }

  /** Tells the controller, too, once it plays. */
  void noted(String line) {
    order(of -> item(Item.Payload.EVENT, 0, event(RunEvent.Kind.AGENT, "", line)));
  }

  private static Follower following(Run of) {
    return of.follower().orElseThrow();
  }

  private void play() {
    Map<String, JmsProvider> providers = new LinkedHashMap<>();
    try (TaskFolder folder = TaskFolder.of(task.files())) {
      FleetTask fleetTask = FleetTask.parse(task.plan());
      process.console.accept("plays a part of " + fleetTask.name());
      Scenario scenario = scenario(fleetTask, folder);
      for (Scenario.Provider provider : scenario.providers()) {
        providers.put(provider.name(), provider.opening().get());
      }
      RunSpec spec = scenario.runs(providers, () -> deliveries).get(0);
      Optional<History> history = recorded(scenario);
      try {
        run(made(fleetTask, spec), providers);
      } finally {
        history.ifPresent(History::close);
      }
    } catch (ScenarioException | ConfigurationException | MalformedMessage e) {
      fail(e.getMessage());
    } catch (IOException | UncheckedIOException e) {
      fail("a file of the task cannot be written: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does; the part ends
    } catch (RuntimeException | Error e) {
      NanoClock.survived(e);
      fail(e.toString());
    } finally {
      providers.values().forEach(AgentPart::close);
    }
  }

  private Scenario scenario(FleetTask fleetTask, TaskFolder folder) {
    return new ScenarioReader(
            process.vocabulary,
            name -> folder.variable(name).or(() -> process.environment.apply(name)),
            process.secrets)
        .read(fleetTask.name(), "plan", fleetTask.plan(), List.of());
  }

  /**
   * Begins the history, if there is to be one, where the controller's results are called to be, in
   * a folder of the agent's own; an agent that comes again begins another one.
   */
  private Optional<History> recorded(Scenario scenario) throws IOException {
    Optional<History> history = deliveries.history();
    if (history.isPresent()) {
      Path out = scenario.run().out().orElseThrow();
      Path folder = out.resolve(process.name);
      for (int again = 2; Files.exists(folder); again++) {
        folder = out.resolve(process.name + "-" + again);
      }
      Path file = Files.createDirectories(folder).resolve(RunFiles.HISTORY);
      history
          .get()
          .begin(
              Files.newOutputStream(file),
              failure ->
                  process.console.accept(file + " cannot be written: " + failure.getMessage()));
      process.console.accept("records messages in " + file);
    }
    return history;
  }

  /** The run of this agent's workers, which the controller ends. */
  private RunSpec made(FleetTask fleetTask, RunSpec whole) {
    synchronized (this) {
      duration = whole.duration();
    }
    List<WorkloadSpec> mine = new ArrayList<>();
    for (WorkloadSpec workload : whole.workloads()) {
      Placement placement = fleetTask.placement(workload.name());
      int workers = wanted(workload.name(), placement.workersOf(process.name));
      if (workers > 0) {
        mine.add(workload.onAgent(workers, own -> placement.number(process.name, own)));
      }
    }
    return new RunSpec(
        whole.id(), mine, Duration.ZERO, whole.warmup(), whole.interval(), whole.stopTimeout());
  }

  private synchronized int wanted(String workload, int placed) {
    return workersWanted.getOrDefault(workload, placed);
  }

  private void run(RunSpec spec, Map<String, JmsProvider> providers) throws InterruptedException {
    Run made =
        Run.following(
            spec,
            clock,
            InstantSource.system(),
            CpuMeter.ofThisProcess(),
            new SplittableRandom(),
            List.of(new Reporter()));
    following(made).whenReady(() -> reports.status(AgentStatus::connected));
    handOver(made);
    try {
      Summary summary = made.execute();
      tellDeliveries(FleetStats.LAST, deliveries.told(true));
      item(Item.Payload.FINAL, 0, summary);
      reports.status(each -> each.in(Phase.ENDED, told(summary.endReason())));
      process.console.accept("its part has ended: " + summary.endReason());
    } catch (StartFailedException e) {
      fail(
          e.getCause() == null
              ? e.getMessage()
              : e.getMessage() + ": " + explained(e, spec, providers));
    }
  }

  private static String explained(
      StartFailedException e, RunSpec spec, Map<String, JmsProvider> providers) {
    return providers.isEmpty() || spec.workloads().isEmpty()
        ? e.getCause().toString()
        : providers.values().iterator().next().explain(e.getCause()).line();
  }

  private synchronized void handOver(Run made) {
    run = made;
    early.forEach(each -> each.accept(made));
    early.clear();
  }

  private void changeWorkers() {
    for (Optional<String> next = next(); next.isPresent(); next = next()) {
      String workload = next.get();
      try {
        following(run).workers(workload, wanted(workload, 0));
        up(Map.of(workload, following(run).workersUp(workload)));
      } catch (RunControlException e) {
        item(
            Item.Payload.EVENT,
            0,
            event(RunEvent.Kind.ERROR, workload, "workers were not changed: " + e.getMessage()));
        synchronized (this) {
          workersWanted.remove(workload);
        }
      }
    }
  }

  private RunEvent event(RunEvent.Kind kind, String workload, String text) {
    return new RunEvent(
        Instant.now(), run.control().status().sinceStartNanos(), kind, workload, text);
  }

  private void tellDeliveries(long number, String text) {
    if (!text.isEmpty()) {
      item(Item.Payload.DELIVERIES, number, told(text));
    }
  }

  private void item(Item.Payload kind, long number, Record told) {
    item(kind, number, records.encode(told));
  }

  /** Tells the controller something, which is kept until the run's end is confirmed. */
  private void item(Item.Payload kind, long number, Content content) {
    reports.tell(agent -> agent.add(kind, number, content));
  }

  private void up(Map<String, Integer> workers) {
    reports.status(each -> each.up(workers));
  }

  /** A workload that has another number of workers than it should; none if all is done. */
  private synchronized Optional<String> next() {
    Optional<String> next =
        stopReason != null
            ? Optional.empty()
            : run.control().status().workloads().stream()
                .filter(
                    each ->
                        workersWanted.getOrDefault(each.name(), each.workers()) != each.workers())
                .map(WorkloadStatus::name)
                .findFirst();
    changing = next.isPresent();
    return next;
  }

  private void fail(String why) {
    process.console.accept("its part has failed: " + why);
    reports.status(each -> each.in(Phase.FAILED, told(why)));
  }

  /** The controller does not know the secrets of this process, so it could not mask them. */
  private Content told(String text) {
    return Content.of(process.secrets.mask(text));
  }

  private static void close(JmsProvider provider) {
    try {
      provider.close();
    } catch (RuntimeException e) {
      LOG.debug("closing a provider failed", e); // the part is over, nothing depends on it
    }
  }

  /** Tells the controller what the run tells. */
  private final class Reporter implements Sink {

    private Totals total = Totals.NOTHING;

    @Override
    public String name() {
      return "controller";
    }

    @Override
    public void connecting(String workload, int up, int of) {
      AgentPart.this.up(Map.of(workload, up));
    }

    @Override
    public void event(RunEvent event) {
      switch (event.kind()) {
        case STARTED -> {
          reports.status(each -> each.in(Phase.RUNNING, Content.EMPTY));
          plays();
        }
        case CONNECTION -> {} // come with all that is known of them
        default -> {
          if (!OF_THE_FLEET.contains(event.kind())) {
            item(Item.Payload.EVENT, 0, event);
          }
        }
      }
    }

    @Override
    public void connections(List<ConnectionEvent> events) {
      events.forEach(each -> item(Item.Payload.CONNECTION, 0, each));
    }

    @Override
    public void interval(Snapshot snapshot) {
      Map<String, Integer> workersUp = new HashMap<>();
      snapshot.workloads().forEach(each -> workersUp.put(each.name(), each.end().workersUp()));
      tellDeliveries(snapshot.number(), deliveries.told(false));
      item(Item.Payload.INTERVAL, snapshot.number(), snapshot);
      total = total.then(snapshot);
      if (snapshot.number() % INTERVALS_PER_SUM == 0) {
        item(Item.Payload.SUM, snapshot.number(), total);
      }
      up(workersUp);
    }
  }

  /**
   * What a part tells its agent until it is over: its status, as it follows from the one before,
   * and its items. Any thread tells; the agent's thread takes it in that order.
   */
  static final class Reports {

    private final Executor protocol;
    private final Agent agent;
    private AgentStatus status = AgentStatus.IDLE; // the protocol's thread only
    private volatile boolean over;

    Reports(Executor protocol, Agent agent) {
      this.protocol = protocol;
      this.agent = agent;
    }

    void status(UnaryOperator<AgentStatus> next) {
      tell(
          to -> {
            status = next.apply(status);
            to.status(status);
          });
    }

    void tell(Consumer<Agent> news) {
      protocol.execute(
          () -> {
            if (!over) {
              news.accept(agent);
            }
          });
    }

    /** Nothing is told any more: what belongs to its task must not come into that of another. */
    void over() {
      over = true;
    }
  }
}
