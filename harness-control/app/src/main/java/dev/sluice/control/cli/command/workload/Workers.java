package dev.sluice.control.cli.command.workload;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The name of a command's workload, and whether it outlasts the others. */
@Retention(RetentionPolicy.RUNTIME)
@interface Workers {

  /** The name of the workload in commands and figures. */
  String name();

  /** Whether they live on what those of other workloads send, and so end after them. */
  boolean outlast() default false;
}
