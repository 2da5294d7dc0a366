package dev.sluice.control.fleet.link;

import java.util.Locale;
import java.util.function.Supplier;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of JGroups: what it warns of for each connection of a stranger or each attempt to reach a
 * member that is gone is for those who ask for more, and is capped.
 */
final class QuietLog implements CustomLogFactory {

  private static final Logger LOG = LoggerFactory.getLogger("org.jgroups");
  private static final QuietLog ONE = new QuietLog();

  private final CappedLog capped = new CappedLog(LOG::info, System::nanoTime);

  private QuietLog() {}

  /** Has JGroups log here. To be called before one of its protocols is made. */
  static void install() {
    LogFactory.setCustomLogFactory(ONE);
  }

  @Override
  public Log getLog(Class<?> type) {
    return new Capped(type.getSimpleName());
  }

  @Override
  public Log getLog(String category) {
    return new Capped(category);
  }

  /** The log of one class. */
  private final class Capped implements Log {

    private final String category;

    Capped(String category) {
      this.category = category;
    }

    private void say(Supplier<String> text) {
      if (LOG.isInfoEnabled()) {
        capped.line(category + ": " + text.get());
      }
    }

    private static String formatted(String format, Object... args) {
      return args.length == 0 ? format : String.format(Locale.ROOT, format, args);
    }

    @Override
    public boolean isFatalEnabled() {
      return LOG.isInfoEnabled();
    }

    @Override
    public boolean isErrorEnabled() {
      return LOG.isInfoEnabled();
    }

    @Override
    public boolean isWarnEnabled() {
      return LOG.isInfoEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
      return false;
    }

    @Override
    public boolean isDebugEnabled() {
      return false;
    }

    @Override
    public boolean isTraceEnabled() {
      return false;
    }

    @Override
    public void fatal(String text) {
      say(() -> text);
    }

    @Override
    public void fatal(String format, Object... args) {
      say(() -> formatted(format, args));
    }

    @Override
    public void fatal(String text, Throwable thrown) {
      say(() -> text + ": " + thrown);
    }

    @Override
    public void error(String text) {
      say(() -> text);
    }

    @Override
    public void error(String format, Object... args) {
      say(() -> formatted(format, args));
    }

    @Override
    public void error(String text, Throwable thrown) {
      say(() -> text + ": " + thrown);
    }

    @Override
    public void warn(String text) {
      say(() -> text);
    }

    @Override
    public void warn(String format, Object... args) {
      say(() -> formatted(format, args));
    }

    @Override
    public void warn(String text, Throwable thrown) {
      say(() -> text + ": " + thrown);
    }

    @Override
    public void info(String text) {
      // nobody asks for it
    }

    @Override
    public void info(String format, Object... args) {
      // nobody asks for it
    }

    @Override
    public void debug(String text) {
      // nobody asks for it
    }

    @Override
    public void debug(String format, Object... args) {
      // nobody asks for it
    }

    @Override
    public void debug(String text, Throwable thrown) {
      // nobody asks for it
    }

    @Override
    public void trace(Object text) {
      // nobody asks for it
    }

    @Override
    public void trace(String text) {
      // nobody asks for it
    }

    @Override
    public void trace(String format, Object... args) {
      // nobody asks for it
    }

    @Override
    public void trace(String text, Throwable thrown) {
      // nobody asks for it
    }

    @Override
    public void setLevel(String level) {
      // the level is that of the program
    }

    @Override
    public String getLevel() {
      return LOG.isInfoEnabled() ? "warn" : "off";
    }
  }
}
