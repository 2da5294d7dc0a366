package dev.sluice.control.cli.option.provider;

import dev.sluice.jms.provider.Failure;

/** Workers that do nothing do not fail; should one all the same, this says so. */
public final class NullFailures {

  private NullFailures() {}

  public static Failure explain(Throwable failure) {
    return new Failure(failure.toString(), "", false, false);
  }
}
