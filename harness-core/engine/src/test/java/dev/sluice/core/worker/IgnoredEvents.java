package dev.sluice.core.worker;

import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.WorkerThread.WorkerState;
import java.time.Duration;

/** Does nothing with what workers tell; tests override what they look at. */
public class IgnoredEvents implements WorkerEvents {

  @Override
  public void changed(WorkerThread worker, WorkerState from, WorkerState to) {}

  @Override
  public void failedToOpen(WorkerThread worker, Exception failure) {}

  @Override
  public void waitsToOpen(WorkerThread worker, Exception failure) {}

  @Override
  public void startIsSilent(int up, Duration silence) {}

  @Override
  public void iterationFailed(WorkerThread worker, Exception failure) {}

  @Override
  public void connectionChanged(WorkerThread worker, ConnectionChange change) {}
}
