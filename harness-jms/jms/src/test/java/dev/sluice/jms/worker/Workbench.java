package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.jms.WorkRecord;

/** Has workers work on the thread of a test, and keeps what they tell of it. */
final class Workbench {

  private final WorkRecord told = new WorkRecord();

  WorkRecord told() {
    return told;
  }

  Worker opened(Worker worker) throws Exception {
    worker.attach(told.context());
    worker.open();
    return worker;
  }

  /** The whole life of a worker, of this many iterations. */
  void run(Worker worker, int iterations) throws Exception {
    opened(worker);
    iterate(worker, iterations);
    worker.close();
  }

  /** Iterations that all do what they should. */
  static void iterate(Worker worker, int iterations) throws Exception {
    for (int i = 0; i < iterations; i++) {
      assertThat(worker.iterate()).isEqualTo(Outcome.DONE);
    }
  }
}
