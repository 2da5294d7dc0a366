package dev.sluice.control.process;

import java.util.Optional;

/** The process that started this one for itself: this one ends with it, however that ends. */
public final class Parent {

  private static final String PROPERTY = "sluice.parent";

  private Parent() {}

  /** The JVM argument that makes this process the parent of another. */
  static String property() {
    return "-D" + PROPERTY + "=" + ProcessHandle.current().pid();
  }

  /** Ends this process when its parent has ended, if it has one. */
  @SuppressWarnings("FutureReturnValueIgnored") // it ends the process
  public static void endWithIt() {
    Long number = Long.getLong(PROPERTY);
    if (number != null) {
      Optional<ProcessHandle> parent = ProcessHandle.of(number);
      parent.ifPresentOrElse(
          each -> each.onExit().thenRun(() -> System.exit(ExitCode.INTERRUPTED)),
          () -> System.exit(ExitCode.INTERRUPTED));
    }
  }
}
