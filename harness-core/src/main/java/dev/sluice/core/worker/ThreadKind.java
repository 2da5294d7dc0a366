package dev.sluice.core.worker;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;

/** The kind of threads that workers run on. */
public enum ThreadKind {

  /** One thread of the operating system each: the steadier pacing, and the default. */
  PLATFORM {
    @Override
    public ThreadFactory factory() {
      return task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
      };
    }
  },

  /** Virtual threads; on JDK 24 or later, where a synchronized block no longer pins the carrier. */
  VIRTUAL {
    @Override
    public ThreadFactory factory() {
      try {
        // by reflection, because the harness is compiled for JDK 17
        Method ofVirtual = Thread.class.getMethod("ofVirtual");
        Object builder = ofVirtual.invoke(null);
        return (ThreadFactory) ofVirtual.getReturnType().getMethod("factory").invoke(builder);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this JVM has no virtual threads", e);
      }
    }
  };

  /** The first JDK whose virtual threads are fit for the purpose (JEP 491). */
  public static final int VIRTUAL_THREADS_SINCE_JDK = 24;

  /** Makes threads of this kind. */
  public abstract ThreadFactory factory();
}
