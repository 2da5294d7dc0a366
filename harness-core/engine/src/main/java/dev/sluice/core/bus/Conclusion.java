package dev.sluice.core.bus;

import dev.sluice.core.time.NanoClock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is concluded from figures, each conclusion apart from the others: one that fails, which is a
 * defect of the harness, takes neither the figures nor another conclusion with it.
 */
public final class Conclusion {

  private static final int MAX_FRAMES = 12; // of a stack in a line

  private Conclusion() {}

  /**
   * Draws a conclusion.
   *
   * @param what names it in a sentence
   * @param otherwise what takes its place if it fails, from one line that names it, with the stack
   */
  public static <T> T draw(
      String what, Supplier<? extends T> conclusion, Function<String, ? extends T> otherwise) {
    try {
      return conclusion.get();
    } catch (RuntimeException | Error e) {
      if (e instanceof OutOfMemoryError) {
        NanoClock.survived(e);
      }
      return otherwise.apply(what + " could not be concluded: " + traced(e));
    }
  }

  /**
   * The same for an output, which has nobody to tell: a failure is told as that of its thread.
   *
   * @param otherwise what takes its place
   */
  public static <T> T draw(
      String what, Supplier<? extends T> conclusion, Supplier<? extends T> otherwise) {
    return draw(
        what,
        conclusion,
        failure -> {
          NanoClock.survived(new IllegalStateException(failure));
          return otherwise.get();
        });
  }

  /** A failure in one line, with the top of its stack. */
  public static String traced(Throwable failure) {
    return Stream.of(failure.getStackTrace())
        .limit(MAX_FRAMES)
        .map(frame -> " < " + frame)
        .collect(Collectors.joining("", failure.toString(), ""));
  }
}
