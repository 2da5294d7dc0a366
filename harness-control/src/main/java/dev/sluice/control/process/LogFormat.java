package dev.sluice.control.process;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** One line for each record: time, level, logger, what it says and what it was thrown by. */
final class LogFormat extends Formatter {

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

  /** Made when there is something to log, which is seldom; making it takes 20 ms the first time. */
  private DateTimeFormatter timeOfDay() {
    return DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(zone);
  }
}
