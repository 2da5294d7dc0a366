package dev.sluice.control.process;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles an interrupt (Ctrl-C), a termination request, or a terminal that has gone: the first one
 * asks for a clean stop, a second one ends the process at once. What is ignored when the process
 * begins, as by nohup, stays so.
 *
 * <p>The JDK has signal handlers in {@code sun.misc.Signal} only, which is supported but not part
 * of the platform's API, so it is used by reflection. Where it is missing, the JVM's own way stays
 * in force.
 */
public final class Signals {

  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");
  private static final long NONE_YET = Long.MIN_VALUE;

  /** A signal that follows so soon is the same one, sent to the process and to its group. */
  private static final long SAME_NANOS = 500_000_000;

  private Signals() {}

  /** Installs the handlers. */
  public static void onFirst(Runnable stop) {
    onFirst(stop, () -> {});
  }

  /**
   * The same.
   *
   * @param unfinished keeps that the run came to no end, before a second signal ends the process
   */
  static void onFirst(Runnable stop, Runnable unfinished) {
    AtomicLong firstNanos = new AtomicLong(NONE_YET);
    Runnable handler =
        () -> {
          long nowNanos = System.nanoTime();
          if (firstNanos.compareAndSet(NONE_YET, nowNanos)) {
            stop.run();
          } else if (nowNanos - firstNanos.get() > SAME_NANOS) {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Closing.within(Duration.ofSeconds(2), unfinished::run);
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
          }
        };
    NAMES.forEach(name -> install(name, handler));
  }

  private static void install(String name, Runnable handler) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> signalHandler = Class.forName("sun.misc.SignalHandler");
      Method handle = signal.getMethod("handle", signal, signalHandler);
      Object proxy =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {signalHandler},
              (self, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  handler.run();
                }
                return null;
              });
      handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      LOG.debug("no handler for signal {}", name, e);
    }
  }
}
