package dev.sluice.jms.provider;

import java.util.Optional;

/** Knows the failures of one client library. */
@FunctionalInterface
public interface FailureExplainer {

  /** The meaning of the failure, or empty if it is not one of this library's. */
  Optional<Failure> explain(Throwable failure);
}
