package dev.sluice.control.cli;

import dev.sluice.jms.provider.Failure;

/** Workers that do nothing do not fail; should one all the same, this says so. */
final class NullFailures {

  private NullFailures() {}

  static Failure explain(Throwable failure) {
    return new Failure(failure.toString(), "", false, false);
  }
}
