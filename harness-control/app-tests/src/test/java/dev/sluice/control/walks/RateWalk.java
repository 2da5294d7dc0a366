package dev.sluice.control.walks;

import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Records the classes on the way of a command from the socket to a worker that waits: each file of
 * ours of which a method runs
 *
 * <ul>
 *   <li>on the thread of the connection, from the line's arrival to when the thread of commands
 *       takes over,
 *   <li>on the thread of commands, until it wakes the worker,
 *   <li>on the worker's thread, until it waits for its new due time.
 * </ul>
 *
 * <p>What these threads do after that is no longer on the way. Neither is the note of the command
 * for the outputs, {@code CommandRunner.note}: it takes another way, to the sinks.
 */
final class RateWalk {

  private static final String OURS = "dev.sluice.";
  private static final long PATIENCE_SECONDS = 120;

  private final Set<String> way = new LinkedHashSet<>();
  private final String worker;
  private ThreadReference connection; // null until the line has come
  private ThreadReference commands; // null until the connection's thread hands over
  private boolean waking;
  private boolean woken;
  private boolean done;
  private int auditFrames; // of the audit under way, 0 if none is

  private RateWalk(String worker) {
    this.worker = worker;
  }

  /** Records what a command sets off. */
  static Set<String> record(VirtualMachine machine, String worker, Trigger command)
      throws Exception {
    MethodEntryRequest entries = machine.eventRequestManager().createMethodEntryRequest();
    entries.addClassFilter(OURS + "*");
    entries.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    entries.enable();
    command.run();
    RateWalk walk = new RateWalk(worker);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!walk.done && System.nanoTime() < deadline) {
      EventSet events = machine.eventQueue().remove(TimeUnit.SECONDS.toMillis(1));
      if (events != null) {
        for (Event event : events) {
          if (event instanceof MethodEntryEvent entry) {
            walk.enters(entry);
          }
        }
        events.resume();
      }
    }
    entries.disable();
    if (!walk.done) {
      throw new IllegalStateException("the worker did not wake; seen so far: " + walk.way);
    }
    return walk.way;
  }

  /** Sets off what is recorded. */
  interface Trigger {
    void run() throws Exception;
  }

  private void enters(MethodEntryEvent entry) throws Exception {
    ThreadReference thread = entry.thread();
    String type = entry.method().declaringType().name();
    String method = entry.method().name();
    if (done || type.contains("$$Lambda")) {
      return; // made by the virtual machine; what a lambda does is a method of our class
    }
    if (connection == null && type.startsWith(OURS + "control.endpoint.socket.")) {
      connection = thread;
    }
    if (commands == null && connection != null && type.endsWith(".CommandRunner")) {
      commands = thread;
    }
    if (thread.equals(connection) && commands == null) {
      add(type);
    } else if (thread.equals(commands) && !woken && !audits(thread, type, method)) {
      add(type);
      waking |= type.endsWith(".WaitPoint") && method.equals("wake");
      woken = waking && method.equals("unpark");
    } else if (thread.name().equals(worker) && waking) {
      add(type);
      done = type.endsWith(".WaitPoint") && method.equals("parkUntil");
    }
  }

  private boolean audits(ThreadReference thread, String type, String method) throws Exception {
    int frames = thread.frameCount();
    if (auditFrames == 0 && type.endsWith(".CommandRunner") && method.equals("note")) {
      auditFrames = frames;
      return true;
    }
    if (frames <= auditFrames) {
      auditFrames = 0;
    }
    return auditFrames > 0;
  }

  private void add(String type) {
    way.add(type.replaceFirst("\\$.*", "").substring(OURS.length()));
  }
}
