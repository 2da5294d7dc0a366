package dev.sluice.it.matrix;

import dev.sluice.jms.session.SessionSettings.Api;
import java.util.Locale;

/**
 * How workers are tried.
 *
 * @param transacted whether they commit, several iterations at a time where they may
 * @param persistent whether the messages are that they put, or that they find
 * @param api by which of the APIs they work
 */
record Mode(boolean transacted, boolean persistent, Api api) {

  @Override
  public String toString() {
    return (transacted ? "transacted" : "not transacted")
        + ", "
        + (persistent ? "persistent" : "not persistent")
        + ", "
        + api.name().toLowerCase(Locale.ROOT);
  }
}
