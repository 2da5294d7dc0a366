package dev.sluice.jms.provider.ibmmq.observe;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueueManager;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.BrokerView;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Asks queue managers side by side, each by a connection and on a thread of its own. One that hangs
 * holds up its own thread only, and is asked again once that has come back. The state of the whole
 * cluster is asked of one member that answered the last time. For one thread.
 */
public final class QueueManagersView implements BrokerView {

  /** The name of this observer among applications. */
  public static final String APPLICATION = "sluice observer";

  /** Opens a connection that belongs to the caller. */
  @FunctionalInterface
  public interface Connecting {
    MQQueueManager connect() throws MQException, JMSException;
  }

  /**
   * A queue manager.
   *
   * @param name what gaps call it
   * @param remote whether the connection is a channel
   * @param explain the meaning of a failure, one line
   */
  public record QueueManagerAccess(
      String name, boolean remote, Connecting connecting, Function<Throwable, String> explain) {}

  private final List<Member> members;
  private final Interest interest;
  private final NanoClock clock;
  private final ExecutorService threads = Executors.newCachedThreadPool(NanoClock::daemon);
  private final Map<Member, Future<Readout>> asked = new HashMap<>(); // and not answered yet
  private Member spokesman;

  public QueueManagersView(List<QueueManagerAccess> places, Interest interest, NanoClock clock) {
    this.members = places.stream().map(access -> new Member(access, interest, clock)).toList();
    this.interest = interest;
    this.clock = clock;
    this.spokesman = members.get(0);
  }

  @Override
  public Readout ask() throws InterruptedException {
    long deadlineNanos = clock.nanos() + interest.within().toNanos();
    List<Reading> readings = new ArrayList<>();
    Map<String, String> gaps = new TreeMap<>();
    int calls = 0;
    Duration cpu = Duration.ZERO;
    for (Member each : members) {
      boolean forAll = each == spokesman;
      asked.computeIfAbsent(each, member -> threads.submit(() -> member.ask(forAll)));
    }
    Member next = null;
    for (Member each : members) {
      try {
        long leftNanos = Math.max(0, deadlineNanos - clock.nanos());
        Readout readout = asked.get(each).get(leftNanos, TimeUnit.NANOSECONDS);
        asked.remove(each);
        readings.addAll(readout.readings());
        gaps.putAll(readout.gaps());
        calls += readout.calls();
        cpu = cpu.plus(readout.cpu());
        next = next == null && readout.gaps().isEmpty() ? each : next;
      } catch (TimeoutException e) {
        gaps.put(each.name(), "no answer within " + interest.within().toSeconds() + " s");
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause()); // a defect: members throw nothing
      }
    }
    spokesman = next == null ? spokesman : next;
    return new Readout(readings, gaps, calls, cpu);
  }

  /** Does not wait for members that hang. */
  @Override
  public void close() {
    members.stream()
        .filter(each -> !asked.containsKey(each))
        .forEach(each -> threads.execute(each::disconnect));
    threads.shutdown();
    try {
      threads.awaitTermination(interest.within().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
