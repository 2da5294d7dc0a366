package dev.sluice.control.fleet.link;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
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
  private static final Set<String> TOLD = Set.of("fatal", "error", "warn");
  private static final Set<String> ASKED =
      Set.of("isFatalEnabled", "isErrorEnabled", "isWarnEnabled");

  private final CappedLog capped = new CappedLog(LOG::info, System::nanoTime);

  private QuietLog() {}

  /** Has JGroups log here. To be called before one of its protocols is made. */
  static void install() {
    LogFactory.setCustomLogFactory(ONE);
  }

  @Override
  public Log getLog(Class<?> type) {
    return getLog(type.getSimpleName());
  }

  /** Most of what a log of JGroups can do is not wanted: only what it warns of is passed on. */
  @Override
  public Log getLog(String category) {
    return (Log)
        Proxy.newProxyInstance(
            QuietLog.class.getClassLoader(),
            new Class<?>[] {Log.class},
            (log, method, values) -> answer(category, method, values));
  }

  private Object answer(String category, Method method, Object... values) {
    if (TOLD.contains(method.getName()) && LOG.isInfoEnabled()) {
      capped.line(category + ": " + text(values));
    }
    if (method.getReturnType() == boolean.class) {
      return ASKED.contains(method.getName()) && LOG.isInfoEnabled();
    }
    return method.getName().equals("getLevel") ? "warn" : null;
  }

  /** A text, a text and what was thrown, or a format and its values. */
  private static String text(Object... values) {
    Object[] more = Arrays.copyOfRange(values, 1, values.length);
    if (more.length == 1 && more[0] instanceof Throwable thrown) {
      return values[0] + ": " + thrown;
    }
    Object[] formatted = more.length == 1 && more[0] instanceof Object[] inside ? inside : more;
    return formatted.length == 0
        ? String.valueOf(values[0])
        : String.format(Locale.ROOT, (String) values[0], formatted);
  }
}
