package dev.sluice.control.process;

import dev.sluice.jms.provider.artemis.ArtemisClient;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Loads the client library that a command line names while the line is still parsed, because the
 * JVM takes about as long for the one as for the other. A guess: nothing depends on it.
 */
public final class EarlyLoading {

  private static final String ARTEMIS = "artemis";

  private EarlyLoading() {}

  /** Whether these arguments look as if they need the Artemis client. */
  static boolean namesArtemis(String... args) {
    List<String> line = List.of(args);
    int provider = line.indexOf("--provider");
    return line.contains("--provider=" + ARTEMIS)
        || (provider >= 0
            && provider + 1 < line.size()
            && line.get(provider + 1).equalsIgnoreCase(ARTEMIS));
  }

  /** Begins to load, on a thread of its own. */
  public static void beside(String... args) {
    if (namesArtemis(args)) {
      Thread thread = new Thread(EarlyLoading::load, "early-loading");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void load() {
    try {
      ArtemisClient.load();
    } catch (RuntimeException | LinkageError e) {
      // connecting meets it too, and reports it
      LoggerFactory.getLogger(EarlyLoading.class).debug("the client did not load early", e);
    }
  }
}
