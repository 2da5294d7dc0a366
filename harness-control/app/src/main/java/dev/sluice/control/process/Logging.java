package dev.sluice.control.process;

import dev.sluice.jms.provider.ProviderTypes;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * The log of libraries and of the harness itself: to standard error, warnings only unless asked;
 * what client libraries warn of, to the run.
 */
public final class Logging {

  private static final Logger ROOT = Logger.getLogger("");

  private Logging() {}

  /**
   * Sets the levels; libraries log errors only, unless a person asks for more. Client libraries
   * have settings of their own: {@link #configure(ProviderTypes)}.
   */
  public static void configure(boolean verbose) {
    System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tT %4$s %3$s: %5$s%6$s%n");
    for (var handler : ROOT.getHandlers()) {
      ROOT.removeHandler(handler);
    }
    ConsoleHandler toStandardError = new ConsoleHandler();
    toStandardError.setLevel(Level.ALL);
    if (!verbose) { // else with where it was thrown
      toStandardError.setFormatter(new LogFormat(ZoneId.systemDefault()));
      toStandardError.setFilter(
          logged ->
              isOwn(logged)
                  || (logged.getLevel().intValue() >= Level.SEVERE.intValue()
                      && hearers().isEmpty()));
    }
    ROOT.addHandler(toStandardError);
    ROOT.setLevel(verbose ? Level.INFO : Level.WARNING);
    SLUICE.setLevel(verbose ? Level.FINE : Level.WARNING);
  }

  /**
   * Sets what client libraries log, all of them, because any client can come through JNDI or out of
   * a connection factory. To be called before one of them is loaded. Inside another program, where
   * nobody has set the levels, it leaves them as they are: they are that program's.
   */
  public static void configure(ProviderTypes types) {
    if (SLUICE.getLevel() != null) {
      types.all().forEach(type -> type.configureLogging(isVerbose()));
    }
  }

  /**
   * Has a run hear what client libraries warn of, instead of the run before.
   *
   * @param run is told each kind of warning once, in one line
   */
  public static void warn(Consumer<String> run) {
    hearers().forEach(ROOT::removeHandler);
    ROOT.addHandler(new ClientWarnings(run));
  }

  /** Whether it is the harness that says it, rather than a library. */
  static boolean isOwn(LogRecord logged) {
    return String.valueOf(logged.getLoggerName()).startsWith(SLUICE.getName());
  }

  private static List<Handler> hearers() {
    return Stream.of(ROOT.getHandlers()).filter(ClientWarnings.class::isInstance).toList();
  }

  public static boolean isVerbose() {
    return SLUICE.isLoggable(Level.FINE);
  }

  // a field, because a logger that nobody holds is forgotten together with its level
  private static final Logger SLUICE = Logger.getLogger("dev.sluice");

  /**
   * One line for each record: time, whose it is, what it says and what it was thrown by. The
   * harness has one name, as in all that it says; what a library says has its level and logger.
   */
  static final class LogFormat extends Formatter {

    private final ZoneId zone;

    LogFormat(ZoneId zone) {
      this.zone = zone;
    }

    @Override
    public String format(LogRecord logged) {
      Throwable thrown = logged.getThrown();
      String line =
          "%s %s: %s%s"
              .formatted(
                  timeOfDay().format(logged.getInstant()),
                  isOwn(logged)
                      ? "sluice"
                      : logged.getLevel().getName() + " " + logged.getLoggerName(),
                  formatMessage(logged),
                  thrown == null ? "" : ": " + thrown);
      return line.strip().replaceAll("\\s*\\R\\s*", " ") + System.lineSeparator();
    }

    /**
     * Made when there is something to log, which is seldom; making it takes 20 ms the first time.
     */
    private DateTimeFormatter timeOfDay() {
      return DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(zone);
    }
  }
}
