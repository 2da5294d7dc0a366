package dev.sluice.core.worker;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * How many files and sockets this process has open, and may have: each connection needs one or
 * more, and client libraries seldom say that there was none left.
 *
 * @param most 0 where nobody knows
 */
public record OpenFiles(long open, long most) {

  /** A client that has just failed has closed what it had. */
  private static final double NEARLY_ALL = 0.95;

  /** As it is now. */
  public static OpenFiles now() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? new OpenFiles(open(unix), unix.getMaxFileDescriptorCount())
        : new OpenFiles(0, 0);
  }

  private static long open(UnixOperatingSystemMXBean unix) {
    try {
      return unix.getOpenFileDescriptorCount();
    } catch (InternalError e) { // it counts those of a folder, which takes one, and there is none
      return unix.getMaxFileDescriptorCount();
    }
  }

  /** How many there may be, for people; empty if nobody knows. */
  public String limit() {
    return most == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%,d open files, of which a connection takes one or more (ulimit -n)",
            most);
  }

  /** What a sentence about a failure to connect goes on with; empty if there are files left. */
  String shortage() {
    return open < NEARLY_ALL * most || most == 0
        ? ""
        : String.format(
            Locale.ROOT,
            " while this process had %,d of at most %,d files open (ulimit -n)",
            open,
            most);
  }
}
