package dev.sluice.api;

import dev.sluice.core.worker.Worker;
import java.util.concurrent.Callable;

/** A worker whose iteration is a lambda. On the hot path it calls that and nothing else. */
final class LambdaWorker<R extends AutoCloseable> implements Worker {

  private final Callable<R> opening;
  private final Work.With<R> work;
  private R resource;

  LambdaWorker(Callable<R> opening, Work.With<R> work) {
    this.opening = opening;
    this.work = work;
  }

  @Override
  public void open() throws Exception {
    resource = opening.call();
  }

  @Override
  public Outcome iterate() throws Exception {
    work.once(resource);
    return Outcome.DONE;
  }

  @Override
  public void close() {
    try {
      resource.close();
    } catch (Exception e) {
      return; // the worker ends either way, and what it did is counted
    }
  }
}
