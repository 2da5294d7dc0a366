package dev.sluice.control.command;

import dev.sluice.core.run.RateChange;
import java.time.Duration;

/**
 * What a line asks for. An empty workload name stands for the ones a person would expect ({@link
 * dev.sluice.core.run.RunControl#DEFAULT_WORKLOADS}).
 */
public sealed interface Command {

  /** What a line may have, without its end. */
  int MAX_LINE_BYTES = 1_024;

  /** Commands about the connection itself. */
  sealed interface OfSession extends Command {}

  /** Commands about the run. */
  sealed interface OfRun extends Command {}

  /** JMSPerfHarness's commands; {@code text} is the line as it was sent, for the reply. */
  sealed interface Legacy extends Command {
    String text();
  }

  /** Shows the token. */
  record Auth(String token) implements OfSession {
    @Override
    public String toString() {
      return "Auth[masked]"; // even a wrong token may be the right one of another socket
    }
  }

  /** Lines per interval, at most once per period, until the client sends something. */
  record Watch(Duration period, boolean json) implements OfSession {}

  record Quit() implements OfSession {}

  record Rate(String workload, RateChange change, Duration over) implements OfRun {}

  record Pause(String workload) implements OfRun {}

  record Resume(String workload) implements OfRun {}

  record AddWorkers(String workload, int count) implements OfRun {}

  record EndWorkers(String workload, int count) implements OfRun {}

  record Status(boolean json) implements OfRun {}

  record Stats(boolean json) implements OfRun {}

  record Mark(String text) implements OfRun {}

  record Stop() implements OfRun {}

  /** All commands, or one. */
  record Help(String command) implements OfRun {}

  /** {@code ALTER -rt N}: every worker to N per second. */
  record Alter(String text, double perSecond) implements Legacy {}

  /** {@code REPORT -stats}. */
  record Report(String text) implements Legacy {}

  /** {@code START [-nt N]}. */
  record StartWorkers(String text, int count) implements Legacy {}

  /** {@code END -nt N}. */
  record EndSome(String text, int count) implements Legacy {}

  /** {@code END}. */
  record EndAll(String text) implements Legacy {}

  /** One of JMSPerfHarness's verbs with arguments that cannot be. */
  record Wrong(String text, String reason) implements Legacy {}
}
