package dev.sluice.control.cli.command.workload;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The name of a command's workload, whether it outlasts the others, and what it does to queues. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Workers {

  /** The name of the workload in commands and figures. */
  String name();

  /** Whether they live on what those of other workloads send, and so end after them. */
  boolean outlast() default false;

  /** Messages that an iteration puts into queues; negative if that differs. */
  int puts() default -1;

  /** Messages that an iteration takes off queues; negative if that differs. */
  int gets() default -1;
}
