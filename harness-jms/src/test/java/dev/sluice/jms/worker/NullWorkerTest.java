package dev.sluice.jms.worker;

import org.junit.jupiter.api.Test;

class NullWorkerTest {

  @Test
  void theNullWorkerIsAlwaysDone() throws Exception {
    new Workbench().run(new NullWorkerFactory().create(0), 1);
  }
}
