package dev.sluice.control.fleet.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import dev.sluice.core.pacing.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An agent's process: it acts on the shares and leases it was given, and on nothing else. */
final class SimulatedAgent implements AgentWork, AgentWork.Part, FleetLink.Listener {

  final SimulatedNetwork network;
  static final int CORES = 2;

  final SimulatedNetwork.Process process;
  final Agent agent;
  final List<String> notes = new ArrayList<>();
  final List<Content> items = new ArrayList<>();
  private final FleetTiming timing;
  private final List<Share> shares = new ArrayList<>();
  private long leaseEndNanos = Long.MIN_VALUE;
  private Phase phase = Phase.IDLE;
  private int task;
  private String plan = "";
  private final Map<String, Integer> toHave = new HashMap<>(); // workers, by workload
  private final Map<String, Integer> up = new HashMap<>(); // workers, by workload
  private Epoch highest = Epoch.NONE;
  private FleetMessage delivered;
  private int moved;
  private int lapses;
  private final List<long[]> leases = new ArrayList<>(); // from, until

  SimulatedAgent(SimulatedNetwork network, String name, FleetTiming timing) {
    this(network, name, timing, "host-" + name);
  }

  SimulatedAgent(SimulatedNetwork network, String name, FleetTiming timing, String host) {
    this.network = network;
    this.timing = timing;
    process = network.process(name, false);
    AgentInfo info = new AgentInfo(name, host, "1", Map.of(), CORES, 1);
    agent = new Agent(process, info, timing, this);
    process.start(this, timing.tickNanos());
    network.after(SimulatedNetwork.SECONDS, this::interval);
  }

  /** The part of the workload's total that it acts on now, give or take what clocks may differ. */
  double part() {
    if (!process.alive || process.suspended || process.local() >= leaseEndNanos) {
      return 0;
    }
    long slack = timing.clockErrorNanos();
    long local = process.local();
    return Math.min(partAt(local - slack), Math.min(partAt(local), partAt(local + slack)));
  }

  Phase phase() {
    return phase;
  }

  /** Whether it has begun to prepare, and no worker is up. */
  boolean prepares() {
    return phase == Phase.PREPARING && up.isEmpty();
  }

  /** What it plays. */
  String plan() {
    return plan;
  }

  private double partAt(long localNanos) {
    Share share = shareAt(localNanos);
    return share == null || share.mine().isEmpty()
        ? 0
        : share.mine().size() / (double) share.grid().places();
  }

  private Share shareAt(long localNanos) {
    for (int i = shares.size() - 1; i >= 0; i--) {
      if (shares.get(i).fromNanos() <= localNanos) {
        return shares.get(i);
      }
    }
    return null;
  }

  /** Its iterations per second now. */
  double ratePerSecond() {
    Share share = shareAt(process.local());
    if (part() == 0) {
      return 0;
    }
    double elapsed = (process.local() - share.fromNanos()) / 1e9;
    return share.mine().size() * share.curve().ratePerSecondAt(elapsed);
  }

  long newestShare() {
    return shares.isEmpty() ? 0 : shares.get(shares.size() - 1).number();
  }

  /** How long the newest share has been in force, by its own clock. */
  long inForceNanos() {
    return process.local() - shares.get(shares.size() - 1).fromNanos();
  }

  /** How often a share was given again with another time. */
  int moved() {
    return moved;
  }

  /** Whether it has a task. */
  boolean plays() {
    return process.alive && phase != Phase.IDLE;
  }

  /** How often it stopped for want of a lease, and had one again. */
  int lapses() {
    return lapses;
  }

  long lapsesTold() {
    return notes.stream().filter(each -> each.startsWith("did nothing for ")).count();
  }

  boolean acts() {
    return process.alive && !process.suspended;
  }

  private void interval() {
    if (!process.alive) {
      return;
    }
    process.whenAwake(
        () -> {
          if (phase == Phase.RUNNING) {
            Content content = Content.of(process.name + "/" + task + "/" + items.size());
            items.add(content);
            agent.add(Item.Payload.INTERVAL, items.size(), content);
          }
        });
    network.after(SimulatedNetwork.SECONDS, this::interval);
  }

  private void become(Phase next) {
    phase = next;
    tell();
  }

  private void tell() {
    agent.status(new AgentStatus(phase, Map.copyOf(up), Content.EMPTY));
  }

  @Override
  public Part prepare(Task what) {
    obeys();
    plan = what.id();
    become(Phase.PREPARING);
    int current = task;
    network.after(
        network.random.nextInt(800) * SimulatedNetwork.MILLIS,
        () ->
            process.whenAwake(
                () -> {
                  if (current == task && phase == Phase.PREPARING) {
                    become(Phase.READY);
                  }
                }));
    return this;
  }

  @Override
  public void startAt(long localNanos) {
    obeys();
    if (phase == Phase.READY || phase == Phase.PREPARING) {
      become(Phase.RUNNING);
    }
  }

  @Override
  public void workers(String workload, int workers) {
    obeys();
    toHave.put(workload, workers);
    int current = task;
    network.after(
        network.random.nextInt(800) * SimulatedNetwork.MILLIS,
        () ->
            process.whenAwake(
                () -> {
                  if (current == task) {
                    up.put(workload, toHave.get(workload));
                    tell();
                  }
                }));
  }

  @Override
  public void follow(String workload, Share share) {
    obeys();
    if (!workload.equals(SimulatedController.WORKLOAD)) {
      return;
    }
    assertThat(share.number()).isGreaterThanOrEqualTo(newestShare());
    if (share.number() == newestShare()) {
      shares.remove(shares.size() - 1);
      moved++;
    }
    shares.add(share);
    network.trace(
        () ->
            process.name
                + " follows "
                + share.number()
                + ": "
                + share.mine().size()
                + "/"
                + share.grid().places()
                + " in "
                + (share.fromNanos() - process.local()) / 1_000_000
                + " ms");
  }

  @Override
  public void leaseUntil(long localNanos) {
    obeys();
    if (localNanos > process.local() && process.local() > leaseEndNanos) {
      lapses += leases.isEmpty() || shares.isEmpty() ? 0 : 1;
      leases.add(new long[] {dueFrom(process.local()), localNanos});
    } else if (!leases.isEmpty()) {
      leases.get(leases.size() - 1)[1] = Math.max(localNanos, leases.get(leases.size() - 1)[0]);
    }
    leaseEndNanos = localNanos;
    network.trace(() -> process.name + " leased for " + (localNanos - process.local()) / 1_000_000);
  }

  /**
   * From when on what is due is its own, see LiveRate: since the first share that begins after the
   * lease before, even if it is to come.
   */
  private long dueFrom(long otherwiseNanos) {
    long beforeNanos = leases.isEmpty() ? Long.MIN_VALUE : leases.get(leases.size() - 1)[1];
    return shares.stream()
        .mapToLong(Share::fromNanos)
        .filter(fromNanos -> fromNanos > beforeNanos)
        .findFirst()
        .orElse(otherwiseNanos);
  }

  /** What was due at its places until now while it had a lease; by what it was told in the end. */
  double due() {
    return leases.stream()
        .mapToDouble(lease -> dueBetween(lease[0], Math.min(lease[1], process.local())))
        .sum();
  }

  private double dueBetween(long sinceNanos, long untilNanos) {
    double due = 0;
    long endNanos = untilNanos;
    for (int i = shares.size() - 1; i >= 0 && endNanos > sinceNanos; i--) {
      Share share = shares.get(i);
      long beganNanos = Math.max(sinceNanos, share.fromNanos());
      if (beganNanos < endNanos) {
        double perPlace =
            share.curve().iterationsAt((endNanos - share.fromNanos()) / 1e9)
                - share.curve().iterationsAt((beganNanos - share.fromNanos()) / 1e9);
        due += perPlace * share.mine().size();
        endNanos = beganNanos;
      }
    }
    return due;
  }

  @Override
  public long endNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public void measureUntil(long localNanos) {
    obeys();
  }

  @Override
  public void stop() {
    obeys();
    become(Phase.ENDED);
  }

  @Override
  public void forget() {
    obeys();
    shares.clear();
    leases.clear();
    items.clear();
    toHave.clear();
    up.clear();
    task++;
    phase = Phase.IDLE;
    leaseEndNanos = Long.MIN_VALUE;
  }

  @Override
  public void noted(String line) {
    notes.add(line);
  }

  /** What makes it act must not be of an epoch lower than one it has acted on. */
  private void obeys() {
    Epoch by = highest;
    if (delivered instanceof State state) {
      by = state.epoch();
    }
    assertThat(by).as("epoch obeyed by %s", process.name).isGreaterThanOrEqualTo(highest);
    highest = by;
  }

  @Override
  public void received(long nowNanos, String from, FleetMessage message) {
    delivered = message;
    agent.received(nowNanos, from, message);
    delivered = null;
  }

  @Override
  public void split(long nowNanos, boolean split) {
    agent.split(nowNanos, split);
  }

  @Override
  public void tick(long nowNanos) {
    agent.tick(nowNanos);
  }
}
