package dev.sluice.it.fleet;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * When messages were sent, as a {@link StampingFactory} wrote it down: readings of the monotonic
 * clock, in order.
 */
final class Stamps {

  private final long[] nanos;

  private Stamps(long[] nanos) {
    this.nanos = nanos;
  }

  /**
   * The providers of a plan whose messages are stamped.
   *
   * @param client the jar of {@link StampingFactory}
   * @param folder where files of stamps will be
   */
  static String providers(Path client, Path folder) {
    return """
        providers:
          stamping:
            type: factory
            class-path: %s
            factory-class: %s
            factory-property: folder=%s"""
        .formatted(client, StampingFactory.class.getName(), folder);
  }

  /** Those of one process. */
  static Stamps of(Path folder, long pid) throws IOException {
    return read(folder.resolve(pid + ".stamps"));
  }

  /** Those of all processes. */
  static Stamps ofAll(Path folder) throws IOException {
    LongStream.Builder all = LongStream.builder();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Arrays.stream(read(file).nanos).forEach(all);
      }
    }
    return new Stamps(all.build().sorted().toArray());
  }

  private static Stamps read(Path file) throws IOException {
    if (!Files.exists(file)) { // it was started again, and has sent nothing yet
      return new Stamps(new long[0]);
    }
    try (FileChannel channel = FileChannel.open(file)) {
      LongBuffer stamps =
          channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()).asLongBuffer();
      return new Stamps(
          IntStream.range(0, stamps.limit())
              .mapToLong(stamps::get)
              .filter(stamp -> stamp != 0)
              .sorted()
              .toArray());
    }
  }

  int count() {
    return nanos.length;
  }

  long first() {
    return nanos[0];
  }

  long last() {
    return nanos[nanos.length - 1];
  }

  /** The last one before a moment. */
  long lastBefore(long moment) {
    return Arrays.stream(nanos).filter(each -> each < moment).max().orElseThrow();
  }

  /** The first one after a moment. */
  long firstAfter(long moment) {
    return Arrays.stream(nanos).filter(each -> each > moment).min().orElseThrow();
  }

  /**
   * The first one after the last pause of some length that began before a moment; the first of all
   * if there is none.
   */
  long endOfLastPause(long leastNanos, long before) {
    return IntStream.range(1, nanos.length)
        .filter(each -> nanos[each - 1] < before)
        .filter(each -> nanos[each] - nanos[each - 1] >= leastNanos)
        .mapToLong(each -> nanos[each])
        .max()
        .orElse(nanos[0]);
  }

  /**
   * When the first of all would be due, were the whole schedule as it is between two moments. Every
   * message is sent when it is due or later, so the one that is sent most in time tells it, however
   * late the others are.
   *
   * @param perSecond at which messages are due in that time
   */
  double origin(long fromNanos, long toNanos, double perSecond) {
    return IntStream.range(0, nanos.length)
        .filter(each -> fromNanos <= nanos[each] && nanos[each] <= toNanos)
        .mapToDouble(each -> nanos[each] - each * NANOS_PER_SECOND / perSecond)
        .min()
        .orElseThrow();
  }

  /** By how many the window with the most messages, of whatever length, is above a rate. */
  double mostAbove(double perSecond) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < nanos.length; i++) {
      double above = i - (nanos[i] - nanos[0]) * perSecond / NANOS_PER_SECOND;
      least = Math.min(least, above);
      most = Math.max(most, above - least + 1);
    }
    return most;
  }
}
