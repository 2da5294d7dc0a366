package dev.sluice.jms.worker;

import org.junit.jupiter.api.Test;

class NullWorkerTest {

  @Test
  void theNullWorkerIsAlwaysDone() throws Exception {
    new Workbench().run(NullWorker.factory().create(0), 1);
  }
}
