package dev.sluice.control.cli.command.workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The workload of a command: its name, and what it does to queues. Each command has its own. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WorkloadTraits {

  /** Stands for a number that differs from one iteration to the next. */
  int VARIES = -1;

  /** The name of the workload in commands and figures. */
  String name();

  /** Whether its workers live on what those of other workloads send, and so end after them. */
  boolean outlastsOthers() default false;

  /** Messages that an iteration puts into queues, or {@link #VARIES}. */
  int puts() default VARIES;

  /** Messages that an iteration takes off queues, or {@link #VARIES}. */
  int gets() default VARIES;
}
