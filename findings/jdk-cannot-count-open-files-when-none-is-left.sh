#!/bin/sh
# One would expect that a process which wants to say "no files left" can ask the JVM how many it has open: the management
# bean has getOpenFileDescriptorCount for that. On Linux the JDK counts the entries of /proc/self/fd, which takes a file
# itself, so at the one moment when the number matters the call throws java.lang.InternalError, an Error that handlers of
# exceptions do not catch. The limit, getMaxFileDescriptorCount, can still be asked.
echo "JDK 17.0.15 and 25.0.3; this is $(java -version 2>&1 | sed -n '1s/.*version "\([^"]*\)".*/\1/p')"
ulimit -n 200
exec "$(dirname "$0")/run-java" <<'JAVA'
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.*;
import java.lang.management.ManagementFactory;
import java.util.*;

public class Finding {

  static boolean found() throws Exception {
    UnixOperatingSystemMXBean bean =
        (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    String before = bean.getOpenFileDescriptorCount() > 0 ? "counted" : "nothing";
    List<Closeable> open = new ArrayList<>();
    String full = "counted";
    try {
      while (true) {
        open.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException e) {
      try {
        bean.getOpenFileDescriptorCount();
      } catch (InternalError error) {
        full = "InternalError";
      }
    }
    long most = bean.getMaxFileDescriptorCount();
    open.remove(0).close();
    String after = bean.getOpenFileDescriptorCount() > most / 2 ? "counted" : "nothing";
    System.out.println("before: " + before);
    System.out.println("with no file left: " + full);
    System.out.println("with one left: " + after);
    return (before + full + after).equals("countedInternalErrorcounted");
  }
}
JAVA
