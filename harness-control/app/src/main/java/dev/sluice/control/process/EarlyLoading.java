package dev.sluice.control.process;

import dev.sluice.jms.provider.ProviderType;
import dev.sluice.jms.provider.ProviderTypes;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * Loads the client library of the provider that a command line names while the line is still
 * parsed, because the JVM takes about as long for the one as for the other. A guess: nothing
 * depends on it.
 */
public final class EarlyLoading {

  private static final String OPTION = "--provider";
  private static final String VERBOSE = "--verbose";

  private EarlyLoading() {}

  /** The provider that these arguments name, as far as that is known without parsing them. */
  static Optional<String> named(String... args) {
    return valueOf(OPTION, args);
  }

  /** The first value of an option, as far as that is known without parsing the arguments. */
  public static Optional<String> valueOf(String option, String... args) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].startsWith(option + "=")) {
        return Optional.of(args[i].substring(option.length() + 1));
      }
      if (args[i].equals(option) && i + 1 < args.length) {
        return Optional.of(args[i + 1]);
      }
    }
    return Optional.empty();
  }

  /** Begins to load, on a thread of its own. */
  public static void beside(String... args) {
    named(args)
        .ifPresent(
            name -> {
              boolean verbose = List.of(args).contains(VERBOSE);
              Thread thread = new Thread(() -> load(name, verbose), "early-loading");
              thread.setDaemon(true);
              thread.start();
            });
  }

  private static void load(String name, boolean verbose) {
    try {
      Optional<ProviderType> type = ProviderTypes.find("").named(name);
      type.ifPresent(each -> each.configureLogging(verbose)); // a client reads it as it is loaded
      type.ifPresent(ProviderType::loadEarly);
    } catch (RuntimeException | LinkageError e) {
      // connecting meets it too, and reports it
      LoggerFactory.getLogger(EarlyLoading.class).debug("the client did not load early", e);
    }
  }
}
