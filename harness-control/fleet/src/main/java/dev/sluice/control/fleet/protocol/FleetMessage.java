package dev.sluice.control.fleet.protocol;

import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.pacing.Share;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.text.ForeignText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A message between members of a fleet. Times are fleet nanoseconds, readings of the controller's
 * clock, unless they are said to be local.
 */
public sealed interface FleetMessage {

  /**
   * An agent's report to the controller that it is alive, and how far its part of the run is.
   *
   * @param sequence counts its heartbeats
   * @param sentNanos when it was sent, by the agent's own clock
   * @param wallAheadNanos the agent's wall clock, in nanoseconds since 1970, less its own clock
   * @param info who it is
   * @param epoch the epoch it obeys
   * @param version the version of the state it acts on
   * @param status how far its part of the run is
   * @param task the task that it was given last, or empty
   * @param fleetAheadNanos the fleet's clock less the agent's own, as the agent knows it
   * @param fleetErrorNanos how wrong that may be; {@link Long#MAX_VALUE} if it does not know
   * @param held what an earlier controller ordered, until this one has answered such a heartbeat
   */
  record Heartbeat(
      long sequence,
      long sentNanos,
      long wallAheadNanos,
      AgentInfo info,
      Epoch epoch,
      long version,
      AgentStatus status,
      String task,
      long fleetAheadNanos,
      long fleetErrorNanos,
      Optional<Held> held)
      implements FleetMessage {}

  /**
   * What an agent still has of an earlier controller, for the one that follows.
   *
   * @param ordered the epoch of the orders
   * @param orders without shares
   * @param fleetAheadNanos that controller's clock less the agent's own
   * @param fleetErrorNanos how wrong that may be
   * @param leaseLeftNanos from when the heartbeat was sent; negative since the lease has ended
   */
  record Held(
      Epoch ordered,
      Orders orders,
      long fleetAheadNanos,
      long fleetErrorNanos,
      long leaseLeftNanos) {}

  /**
   * The controller has received a heartbeat, and says what it wants of the agent. It gives a lease
   * if {@code version} is the one that the agent acts on, once it has taken the orders.
   *
   * @param epoch an agent obeys the highest it has heard of
   * @param version of the newest orders; -1 gives no lease
   * @param echo nothing if this answers no heartbeat
   * @param itemsReceived items of the agent's task that the controller has taken, all before it
   * @param orders all that the controller wants, if the agent may not have them
   */
  record State(Epoch epoch, long version, Echo echo, long itemsReceived, Optional<Orders> orders)
      implements FleetMessage {}

  /**
   * The orders for an agent.
   *
   * @param version grows with every change
   * @param leaseNanos how long the agent may act after it sent the last heartbeat that was answered
   * @param task the task to hold, empty for none
   * @param files what the task consists of: name and size
   * @param stops whether it is to stop, drain and report; else it fetches the task, connects, and
   *     plays from the common start on
   * @param startNanos the common start; {@link Long#MAX_VALUE} while it is not known
   * @param endNanos when measuring ends; {@link Long#MAX_VALUE} while that is not known
   * @param workloads its part of each workload
   * @param note what the controller keeps with its agents for the controller that follows it
   */
  record Orders(
      long version,
      long leaseNanos,
      String task,
      Map<String, Long> files,
      boolean stops,
      long startNanos,
      long endNanos,
      List<Assignment> workloads,
      Content note) {

    /** Nothing to do. */
    public static final Orders NONE =
        new Orders(
            0, 0, "", Map.of(), false, Long.MAX_VALUE, Long.MAX_VALUE, List.of(), Content.EMPTY);

    public Orders {
      files = Map.copyOf(files);
      workloads = List.copyOf(workloads);
    }

    /** The same, as another version. */
    Orders as(long next) {
      return new Orders(
          next, leaseNanos, task, files, stops, startNanos, endNanos, workloads, note);
    }

    /** The same without shares. */
    Orders withoutShares() {
      return new Orders(
          version,
          leaseNanos,
          task,
          files,
          stops,
          startNanos,
          endNanos,
          workloads.stream().map(Assignment::withoutShares).toList(),
          note);
    }
  }

  /**
   * An agent's part of one workload.
   *
   * @param workers how many workers it is to have
   * @param target of all agents together
   * @param shares what to follow, one after the other; the last one is the newest
   * @param schedule the newest schedule of all agents, for the controller that follows this one;
   *     none before the start
   */
  record Assignment(
      String workload,
      int workers,
      TargetState target,
      List<Share> shares,
      Optional<CommonSchedule> schedule) {

    public Assignment {
      shares = List.copyOf(shares);
    }

    private Assignment withoutShares() {
      return new Assignment(workload, workers, target, List.of(), schedule);
    }
  }

  /**
   * When a heartbeat was received and answered.
   *
   * @param clock the controller's {@link FleetLink#clock}
   * @param sequence the heartbeat's
   * @param agentSentNanos the heartbeat's, by the agent's own clock
   */
  record Echo(
      String clock, long sequence, long agentSentNanos, long receivedNanos, long answeredNanos) {

    /** No heartbeat has been received. */
    public static final Echo NONE = new Echo("", -1, 0, 0, 0);

    boolean isOne() {
      return sequence >= 0;
    }
  }

  /** Items of a task, in sequence. */
  record Items(String task, List<Item> items) implements FleetMessage {

    public Items {
      items = List.copyOf(items);
    }
  }

  /** An agent asks for a part of a file of its task. */
  record FileRequest(String task, String file, long offset) implements FleetMessage {}

  /** A part of a file of a task. */
  record FilePart(String task, String file, long offset, Content content) implements FleetMessage {}

  /** Somebody wants to know who is there, and takes no part. */
  record Inquiry(long sentNanos) implements FleetMessage {}

  /**
   * An agent's answer to an inquiry.
   *
   * @param inquirySentNanos the inquiry's
   * @param receivedNanos when the inquiry came, by the agent's own clock
   */
  record Presence(long inquirySentNanos, long receivedNanos, Heartbeat heartbeat)
      implements FleetMessage {}

  /** An agent leaves: it acts on nothing any more. */
  record Leaving() implements FleetMessage {}

  /**
   * Who an agent is, in texts that may be shown. It does not change while the process lives.
   *
   * @param name what people call it; the name of the member unless they chose one
   * @param host the name of its host
   * @param version the version of Sluice
   * @param labels what workloads choose agents by
   * @param cores the processors the process may use
   * @param pid the process on its host
   */
  record AgentInfo(
      String name, String host, String version, Map<String, String> labels, int cores, long pid) {

    public AgentInfo {
      name = ForeignText.name(name);
      host = ForeignText.name(host);
      version = ForeignText.name(version);
      Map<String, String> printable = new HashMap<>();
      labels.forEach((key, label) -> printable.put(ForeignText.name(key), ForeignText.name(label)));
      labels = Map.copyOf(printable);
    }
  }

  /**
   * How far an agent's part of the run is, as its process tells it.
   *
   * @param workersUp workers that are up, by workload
   * @param content what the process adds; not read by the protocol.
   */
  record AgentStatus(Phase phase, Map<String, Integer> workersUp, Content content) {

    /** Nothing to do. */
    public static final AgentStatus IDLE = new AgentStatus(Phase.IDLE, Map.of(), Content.EMPTY);

    /** In the order in which they follow each other. */
    public enum Phase {
      /** It has no task. */
      IDLE,
      /** It fetches its task and connects its workers. */
      PREPARING,
      /** It can start; a share is given only to an agent that is ready. */
      READY,
      /** It plays its part. */
      RUNNING,
      /** Its part has ended, and every item it has is queued. */
      ENDED,
      /** It cannot play its part; the status says why. */
      FAILED
    }

    public AgentStatus {
      workersUp = Map.copyOf(workersUp);
    }

    /**
     * The same in another phase.
     *
     * @param why in words for people, without secrets
     */
    public AgentStatus in(Phase next, Content why) {
      return new AgentStatus(next, workersUp, why);
    }

    /** The same when all of its workers are up, unless it plays already or has ended. */
    public AgentStatus connected() {
      return phase == Phase.PREPARING ? in(Phase.READY, Content.EMPTY) : this;
    }

    /** The same with so many workers of these workloads up. */
    public AgentStatus up(Map<String, Integer> workers) {
      Map<String, Integer> all = new HashMap<>(workersUp);
      all.putAll(workers);
      return new AgentStatus(phase, all, Content.EMPTY);
    }

    /** Whether it can act on a share. */
    public boolean ready() {
      return phase == Phase.READY || phase == Phase.RUNNING;
    }
  }

  /**
   * Something of a run that an agent tells its controllers. Items of one agent's task are one
   * sequence, delivered in order and each at most once to each controller. Those before a sum are
   * forgotten when another sum has been made, so that an agent keeps no more after a week than
   * after an hour.
   *
   * @param sequence its place among all items of the task, from 0
   * @param after the place of the item that was kept before it, -1 if there is none
   * @param number what the process numbers it by, such as the fleet's number of an interval
   * @param content what it says; not read by the protocol.
   */
  record Item(long sequence, long after, Payload payload, long number, Content content) {

    public enum Payload {
      /** The figures of one interval. */
      INTERVAL,
      /** The sum of all intervals so far; it stands for them and for all that happened in them. */
      SUM,
      /** Messages sent and received, for the account of all agents; kept to the end. */
      DELIVERIES,
      /** Something dated that happened. */
      EVENT,
      /** The same, to a worker's connection. */
      CONNECTION,
      /** The totals of the agent's part; nothing comes after it. */
      FINAL
    }
  }
}
