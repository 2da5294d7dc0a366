package dev.sluice.control.cli.command.workload;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What a command says of its workers. */
@Retention(RetentionPolicy.RUNTIME)
@interface Workers {

  /** The name of the workload in commands and figures. */
  String name();

  /** Whether they live on what those of other workloads send, and so end after them. */
  boolean outlast() default false;
}
