package dev.sluice.it.request;

import java.util.Locale;

/** Correlation ids, one for each requester. */
final class Correlation {

  private static final int ID_BYTES = 24;

  private Correlation() {}

  /** An id in the form in which the client matches it at the queue manager, without a selector. */
  static String idOf(int requester) {
    return "ID:" + String.format(Locale.ROOT, "%0" + 2 * ID_BYTES + "x", requester + 1);
  }
}
