package dev.sluice.control.walks;

import com.sun.jdi.ArrayReference;
import com.sun.jdi.ByteValue;
import com.sun.jdi.ClassType;
import com.sun.jdi.Field;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.InternalException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.PrimitiveValue;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.MethodExitEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodEntryRequest;
import com.sun.jdi.request.MethodExitRequest;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.WorkerStats;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Records the classes on the way of a count that a worker has counted. The count is a number that
 * nothing else is in the run. The way leads through stations: a station is a method on a thread,
 * from its call to its return. On the way is each file of ours of which, within a station,
 *
 * <ul>
 *   <li>a method hands the count on: it returns the count, or is given it and leaves it in its
 *       object or in another one that it is given. A count is handed on as a number, in text, in
 *       the bytes of a message, or in a value that holds it: a record, a collection, an array, an
 *       object of ours that has such a value in a field;
 *   <li>or a method calls one that does, or the one that hands over to the next station.
 * </ul>
 *
 * <p>The way leaves out calls that take the count somewhere else and hand nothing back, and those
 * that a station makes after it has handed over.
 */
final class CountWalk {

  private static final String OURS = "dev.sluice.";
  private static final long PATIENCE_SECONDS = 600;
  private static final int MOST_OBJECTS = 20_000;
  private static final int INVALID_SLOT = 35; // of JVM TI

  private final VirtualMachine machine;
  private final long count;
  private final Pattern text;
  private final List<Station> stations;
  private final Map<ReferenceType, List<Field>> fields = new HashMap<>();
  private final Map<Long, Boolean> records = new HashMap<>(); // what is known of them, by id
  private final Map<ThreadReference, Deque<Call>> calls = new HashMap<>();
  private final Map<ThreadReference, Watch> watches = new HashMap<>();
  private final Set<String> way = new LinkedHashSet<>();
  private final Set<Station> passed = new HashSet<>();

  /**
   * A part of the way.
   *
   * @param method {@code Type.method}
   * @param given whether only those calls of it are looked at that are given the count
   * @param callers whether those that call it on its thread are on the way
   * @param handOver the method that passes the count to the next station, as {@code Type.method};
   *     empty if the count comes back to be handed on
   */
  record Station(String method, boolean given, boolean callers, String handOver) {

    private List<Method> methods(VirtualMachine machine) {
      int dot = method.lastIndexOf('.');
      List<Method> methods =
          machine.allClasses().stream()
              .filter(type -> type.name().startsWith(OURS))
              .filter(type -> simple(type.name()).equals(method.substring(0, dot)))
              .flatMap(type -> type.methodsByName(method.substring(dot + 1)).stream())
              .filter(each -> each.location() != null) // of an abstract one
              .toList();
      if (methods.isEmpty()) {
        throw new IllegalStateException("no " + method + " is loaded");
      }
      return methods;
    }
  }

  /**
   * Stops a thread where stations begin and, while it is in one, at each call of ours and at its
   * return.
   */
  private static final class Watch {
    private final List<EventRequest> within;

    Watch(VirtualMachine machine, ThreadReference thread, List<Station> stations) {
      EventRequestManager requests = machine.eventRequestManager();
      for (Station station : stations) {
        for (Method method : station.methods(machine)) {
          BreakpointRequest begin = requests.createBreakpointRequest(method.location());
          begin.addThreadFilter(thread);
          begin.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
          begin.enable();
        }
      }
      MethodEntryRequest entries = requests.createMethodEntryRequest();
      entries.addClassFilter(OURS + "*");
      entries.addThreadFilter(thread);
      MethodExitRequest exits = requests.createMethodExitRequest();
      exits.addClassFilter(OURS + "*");
      exits.addThreadFilter(thread);
      within = List.of(entries, exits);
      within.forEach(each -> each.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD));
    }

    void isWithin(boolean aStation) {
      within.forEach(each -> each.setEnabled(aStation));
    }
  }

  /** A call that is under way. */
  private static final class Call {
    final String type;
    final int depth;
    final Station station; // null within one
    final boolean given;
    final List<Call> made = new ArrayList<>();
    final List<Value> mayBeGiven = new ArrayList<>(); // the objects that may keep it
    List<String> callers = List.of();
    boolean handsOn;
    boolean handsOver;

    Call(String type, int depth, Station station, boolean given) {
      this.type = type;
      this.depth = depth;
      this.station = station;
      this.given = given;
    }
  }

  /**
   * Looks at the program from now on.
   *
   * @param threads names of those that are looked at, or what they begin with
   */
  CountWalk(VirtualMachine machine, long count, List<String> threads, List<Station> stations) {
    this.machine = machine;
    this.count = count;
    this.text = Pattern.compile("\\b" + count + "\\b");
    this.stations = stations;
    machine.allThreads().stream()
        .filter(thread -> threads.stream().anyMatch(thread.name()::startsWith))
        .forEach(thread -> watches.put(thread, new Watch(machine, thread, stations)));
  }

  /**
   * Records until all stations are passed, or the program has ended; lets it run on.
   *
   * @param end makes it go on when the first one is passed
   */
  Set<String> record(RateWalk.Trigger end) throws Exception {
    boolean ending = false;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    try {
      while (!passed.containsAll(stations) && System.nanoTime() < deadline) {
        EventSet events = machine.eventQueue().remove(TimeUnit.SECONDS.toMillis(1));
        if (events == null) {
          continue;
        }
        for (Event event : events) {
          if (event instanceof BreakpointEvent begin) {
            enters(begin.thread(), begin.location().method());
          } else if (event instanceof MethodEntryEvent entry) {
            enters(entry.thread(), entry.method());
          } else if (event instanceof MethodExitEvent exit) {
            exits(exit.thread(), exit.method(), exit.returnValue());
          }
        }
        events.resume();
        if (!ending && passed.contains(stations.get(0))) {
          ending = true;
          end.run();
        }
      }
      machine.dispose();
    } catch (VMDisconnectedException e) {
      // it has ended
    }
    Set<Station> missed = new HashSet<>(stations);
    missed.removeAll(passed);
    if (!missed.isEmpty()) {
      throw new IllegalStateException("not passed: " + missed + " of the way " + way);
    }
    return way;
  }

  /** The files of ours on the stack of a thread, the outermost first, from one of them on. */
  static List<String> stack(ThreadReference thread, String from)
      throws IncompatibleThreadStateException {
    List<String> files = new ArrayList<>();
    for (StackFrame frame : thread.frames()) {
      Location at = frame.location();
      String type = at.declaringType().name();
      if (type.startsWith(OURS) && !type.contains("$$Lambda")) {
        files.add(0, file(type));
        if (type.endsWith("." + from)) {
          break;
        }
      }
    }
    return files;
  }

  /** Where a worker counts an iteration: the files from its loop on. */
  static List<String> counting(VirtualMachine machine, String worker) throws Exception {
    MethodEntryRequest entries = machine.eventRequestManager().createMethodEntryRequest();
    entries.addClassFilter(OURS + "core.stats.WorkerStats");
    entries.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    machine.allThreads().stream()
        .filter(thread -> thread.name().equals(worker))
        .forEach(entries::addThreadFilter);
    entries.enable();
    List<String> files = List.of();
    while (files.isEmpty()) {
      EventSet events = machine.eventQueue().remove();
      for (Event event : events) {
        if (event instanceof MethodEntryEvent entry && entry.method().name().equals("completed")) {
          files = stack(entry.thread(), "WorkerLoop");
          entries.disable();
        }
      }
      events.resume();
    }
    return files;
  }

  /** How many iterations the workers of a program have counted, committed or not. */
  static long iterations(VirtualMachine machine) {
    ReferenceType stats = machine.classesByName(WorkerStats.class.getName()).get(0);
    int slack = ((PrimitiveValue) stats.getValue(stats.fieldByName("SLACK"))).intValue();
    int place = slack + List.of(Counter.values()).indexOf(Counter.ITERATIONS);
    return stats.instances(0).stream()
        .map(worker -> (ArrayReference) worker.getValue(stats.fieldByName("counters")))
        .mapToLong(counters -> ((PrimitiveValue) counters.getValue(place)).longValue())
        .sum();
  }

  private void enters(ThreadReference thread, Method method) throws Exception {
    String type = method.declaringType().name();
    if (type.contains("$$Lambda") || method.isStaticInitializer() || isOfAnEnum(method)) {
      return; // the first is made by the virtual machine: what a lambda does is a method of ours
    }
    String name = simple(type) + "." + method.name();
    Deque<Call> open = calls.computeIfAbsent(thread, each -> new ArrayDeque<>());
    Station station =
        stations.stream()
            .filter(each -> each.method().equals(name) && !passed.contains(each))
            .findFirst()
            .orElse(null);
    int depth = thread.frameCount();
    leave(open, depth - 1);
    if (open.isEmpty() && station == null) {
      watches.get(thread).isWithin(false); // or each call stops the thread, and it falls behind
      return;
    }
    List<Value> without = arguments(thread.frame(0));
    boolean given = without.removeIf(this::holds);
    if (open.isEmpty() && station.given() && !given) {
      return;
    }
    watches.get(thread).isWithin(true);
    Call call = new Call(type, depth, open.isEmpty() ? station : null, given);
    if (given) {
      call.mayBeGiven.addAll(without);
    }
    if (!open.isEmpty()) {
      open.peek().made.add(call);
      call.handsOver =
          open.stream()
              .anyMatch(each -> each.station != null && each.station.handOver().equals(name));
    } else if (station.callers()) {
      call.callers = stack(thread, "");
    }
    open.push(call);
  }

  /** What a call is given, but for what the compiler adds to some, which no debugger can read. */
  private static List<Value> arguments(StackFrame frame) throws Exception {
    try {
      return new ArrayList<>(frame.getArgumentValues());
    } catch (InternalException e) {
      if (e.errorCode() != INVALID_SLOT) {
        throw e;
      }
      return new ArrayList<>(frame.getValues(frame.location().method().arguments()).values());
    }
  }

  /** One makes the values of an enum; a debugger cannot read what it is given. */
  private static boolean isOfAnEnum(Method constructor) {
    return constructor.isConstructor()
        && constructor.declaringType() instanceof ClassType type
        && type.isEnum();
  }

  private void exits(ThreadReference thread, Method method, Value returned) throws Exception {
    Deque<Call> open = calls.get(thread);
    String type = method.declaringType().name();
    if (open == null || type.contains("$$Lambda")) {
      return;
    }
    int depth = thread.frameCount();
    leave(open, depth);
    if (open.isEmpty() || open.peek().depth != depth) {
      watches.get(thread).isWithin(!open.isEmpty());
      return;
    }
    Call call = open.peek();
    if (call.given && !method.isConstructor()) {
      call.mayBeGiven.add(thread.frame(0).thisObject()); // null for a static one
    }
    call.handsOn = holds(returned) || call.mayBeGiven.stream().anyMatch(this::holds);
    leave(open, depth - 1);
    watches.get(thread).isWithin(!open.isEmpty());
  }

  /** Calls deeper than this are over. */
  private void leave(Deque<Call> open, int depth) {
    while (!open.isEmpty() && open.peek().depth > depth) {
      Call call = open.pop();
      if (call.station != null) {
        if (reaches(call)) {
          passed.add(call.station);
          way.addAll(call.callers);
          addWay(call);
        }
      }
    }
  }

  /** Whether the count comes by in a call, and is handed on. */
  private static boolean reaches(Call call) {
    return call.station.handOver().isEmpty()
        ? any(call, each -> each.handsOn)
        : handsOver(call) && any(call, each -> each.given || each.handsOn);
  }

  private static boolean any(Call call, Predicate<Call> what) {
    return what.test(call) || call.made.stream().anyMatch(each -> any(each, what));
  }

  private static boolean handsOver(Call call) {
    return any(call, each -> each.handsOver);
  }

  private void addWay(Call call) {
    way.add(file(call.type));
    for (Call each : call.made) {
      boolean handsOver = handsOver(each);
      if (each.handsOn || handsOver) {
        addWay(each);
      }
      if (handsOver) {
        return;
      }
    }
  }

  private static String file(String type) {
    return type.replaceFirst("\\$.*", "").substring(OURS.length());
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private boolean holds(Value value) {
    return holds(value, new HashSet<>(), "");
  }

  /**
   * @param within the file of the object of ours that this is in, unless only in values; others in
   *     it are not looked into
   */
  private boolean holds(Value value, Set<Long> seen, String within) {
    if (value instanceof PrimitiveValue number) {
      String type = number.type().name();
      return !type.equals("boolean") && !type.equals("char") && number.doubleValue() == count;
    }
    if (value instanceof StringReference string) {
      return text.matcher(string.value()).find();
    }
    if (!(value instanceof ObjectReference object) || seen.size() > MOST_OBJECTS) {
      return false;
    }
    if (object instanceof ArrayReference array && array.type().name().equals("byte[]")) {
      return seen.add(array.uniqueID()) && says(array);
    }
    if (object instanceof ArrayReference array) {
      return seen.add(array.uniqueID())
          && array.getValues().stream().anyMatch(each -> holds(each, seen, within));
    }
    if (!(object.referenceType() instanceof ClassType type) || type.isEnum()) {
      return false;
    }
    String name = type.name();
    boolean record =
        type.superclass() != null && type.superclass().name().equals("java.lang.Record");
    boolean json = name.equals(OURS + "control.format.Json"); // text to be
    boolean content = name.equals(OURS + "control.fleet.protocol.Content"); // bytes of a message
    boolean plain = name.startsWith("java.util.") && !name.startsWith("java.util.concurrent.locks");
    boolean boxed = name.matches("java.lang.(Long|Integer|Double)");
    boolean ours = name.startsWith(OURS) && !name.contains("$$Lambda");
    if (!record
        && !plain
        && !boxed
        && !json
        && !content
        && !(ours && (within.isEmpty() || within.equals(file(name))))) {
      return false;
    }
    if (record && records.containsKey(object.uniqueID())) {
      return records.get(object.uniqueID());
    }
    if (!seen.add(object.uniqueID())) {
      return false;
    }
    String next = record || plain || boxed || json || content ? within : file(name);
    boolean holds =
        object.getValues(fieldsOf(type)).values().stream()
            .anyMatch(each -> holds(each, seen, next));
    if (record) {
      records.put(object.uniqueID(), holds);
    }
    return holds;
  }

  /** Whether bytes have the count in them as messages say it, big-endian. */
  private boolean says(ArrayReference bytes) {
    ByteBuffer all = ByteBuffer.allocate(bytes.length());
    bytes.getValues().forEach(each -> all.put(((ByteValue) each).value()));
    return IntStream.rangeClosed(0, all.capacity() - Long.BYTES)
        .anyMatch(at -> all.getLong(at) == count);
  }

  private List<Field> fieldsOf(ReferenceType type) {
    return fields.computeIfAbsent(
        type,
        each ->
            each.allFields().stream()
                .filter(field -> !field.isStatic())
                .collect(Collectors.toList()));
  }
}
