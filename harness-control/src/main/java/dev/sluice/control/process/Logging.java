package dev.sluice.control.process;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The log of libraries and of the harness itself: to standard error, warnings only unless asked.
 */
public final class Logging {

  private static final String IBM_MQ_LOG_STATUS = "com.ibm.msg.client.commonservices.log.status";

  private static final Logger ROOT = Logger.getLogger("");

  private Logging() {}

  /** Sets the levels; libraries that talk much stay at warnings. */
  public static void configure(boolean verbose) {
    System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tT %4$s %3$s: %5$s%6$s%n");
    if (!verbose && System.getProperty(IBM_MQ_LOG_STATUS) == null) {
      // else the client writes mqjms.log.0 into the current folder; what matters in it is explained
      System.setProperty(IBM_MQ_LOG_STATUS, "OFF");
    }
    for (var handler : ROOT.getHandlers()) {
      ROOT.removeHandler(handler);
    }
    ConsoleHandler toStandardError = new ConsoleHandler();
    toStandardError.setLevel(Level.ALL);
    if (!verbose) { // else with where it was thrown
      toStandardError.setFormatter(new LogFormat(ZoneId.systemDefault()));
    }
    ROOT.addHandler(toStandardError);
    ROOT.setLevel(verbose ? Level.INFO : Level.SEVERE);
    AUDIT.setLevel(Level.OFF);
    ARTEMIS_CLIENT.setLevel(verbose ? Level.INFO : Level.OFF); // its failures are explained
    SLUICE.setLevel(verbose ? Level.FINE : Level.WARNING);
  }

  public static boolean isVerbose() {
    return SLUICE.isLoggable(Level.FINE);
  }

  // fields, because a logger that nobody holds is forgotten together with its level
  private static final Logger AUDIT = Logger.getLogger("org.apache.activemq.audit");
  private static final Logger ARTEMIS_CLIENT =
      Logger.getLogger("org.apache.activemq.artemis.core.client");
  private static final Logger SLUICE = Logger.getLogger("dev.sluice");

  /** One line for each record: time, level, logger, what it says and what it was thrown by. */
  static final class LogFormat extends Formatter {

    private final ZoneId zone;

    LogFormat(ZoneId zone) {
      this.zone = zone;
    }

    @Override
    public String format(LogRecord logged) {
      Throwable thrown = logged.getThrown();
      String line =
          timeOfDay().format(logged.getInstant())
              + " "
              + logged.getLevel().getName()
              + " "
              + logged.getLoggerName()
              + ": "
              + formatMessage(logged)
              + (thrown == null ? "" : ": " + thrown);
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
