package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.Controller;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.core.time.NanoClock;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A network within this process, from which members can be taken. Any thread. */
final class LocalNetwork implements AutoCloseable {

  private final Map<String, Member> members = new ConcurrentHashMap<>();
  private final Set<String> cut = ConcurrentHashMap.newKeySet();
  private final AtomicReference<String> holder = new AtomicReference<>(); // of the lock

  /** A member, with the thread of its state machine. */
  final class Member implements FleetLink, Executor {

    private final String name;
    private final ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "protocol");
              made.setDaemon(true);
              return made;
            });
    private Future<?> ticking = CompletableFuture.completedFuture(null);
    private Listener listener; // its thread only

    Member(String name) {
      this.name = name;
    }

    /** It takes part from now on. */
    void open(Listener told, long tickNanos) {
      execute(() -> listener = told);
      members.put(name, this);
      tellView();
      ticking =
          thread.scheduleAtFixedRate(
              () -> {
                long nanos = NanoClock.SYSTEM.nanos();
                if (listener instanceof Controller && holder.compareAndSet(null, name)) {
                  listener.lock(nanos, true);
                }
                listener.tick(nanos);
              },
              0,
              tickNanos,
              TimeUnit.NANOSECONDS);
    }

    private void end() {
      ticking.cancel(false);
      thread.shutdownNow();
    }

    @Override
    public void execute(Runnable task) {
      try {
        thread.execute(task);
      } catch (RejectedExecutionException e) {
        // it is dead
      }
    }

    @Override
    public String self() {
      return name;
    }

    @Override
    public void send(String to, FleetMessage message) {
      String receiving = to.equals(CONTROLLER) ? String.valueOf(holder.get()) : to;
      Member receiver = members.get(receiving);
      if (receiver != null && !cut.contains(receiving) && !cut.contains(name)) {
        receiver.execute(() -> receiver.listener.received(NanoClock.SYSTEM.nanos(), name, message));
      }
    }
  }

  Member member(String name) {
    return new Member(name);
  }

  /** Its process ends at once. */
  void kill(String name) {
    members.remove(name).end();
    holder.compareAndSet(name, null);
    tellView();
  }

  /** Nothing reaches it, and nothing comes from it. */
  void cut(String name) {
    cut.add(name);
  }

  void heal(String name) {
    cut.remove(name);
  }

  private void tellView() {
    Set<String> view = new TreeSet<>(members.keySet());
    members
        .values()
        .forEach(each -> each.execute(() -> each.listener.view(NanoClock.SYSTEM.nanos(), view)));
  }

  @Override
  public void close() {
    members.values().forEach(Member::end);
  }
}
