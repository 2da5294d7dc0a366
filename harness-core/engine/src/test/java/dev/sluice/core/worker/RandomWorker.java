package dev.sluice.core.worker;

import dev.sluice.core.worker.Worker.WorkerContext;
import java.util.SplittableRandom;

/**
 * A worker of a test that does at random whatever workers do: its calls take their time, block,
 * fail, find nothing, and lose the connection; its transactions are committed, rolled back, and in
 * doubt. It keeps account of all of that.
 */
public abstract class RandomWorker implements Worker {

  protected final SplittableRandom random;
  protected final OwnAccount account = new OwnAccount();
  private ConnectionWatch connection;

  protected RandomWorker(SplittableRandom random) {
    this.random = random;
  }

  /** Lets time pass inside a call. */
  protected abstract void spend(double seconds);

  /** Nobody can connect for a time, from now on. */
  protected abstract void outage(double seconds);

  /** Whether the worker was told to end, so that a call that fails is cut off. */
  protected abstract boolean stopped();

  @Override
  public void attach(WorkerContext context) {
    account.tell(context.log());
    connection = context.connection();
  }

  @Override
  public Outcome iterate() {
    spend(random.nextDouble() * random.nextDouble() * 0.1);
    switch (random.nextInt(60)) {
      case 0, 1 -> {
        outage(random.nextDouble(4));
        fail();
        throw new IllegalStateException("the connection is lost");
      }
      case 2 -> {
        fail();
        throw new IllegalArgumentException("refused");
      }
      case 3 -> {
        connection.reconnecting(0);
        spend(random.nextDouble(3));
        connection.reconnected("QM1");
        return account.inDoubt();
      }
      case 4 -> spend(random.nextDouble(3)); // blocks
      case 5, 6 -> {
        return account.nothing();
      }
      case 7, 8, 9, 10, 11, 12, 13, 14 -> {
        return account.uncommitted();
      }
      case 15, 16, 17 -> account.commit();
      case 18 -> account.rollBack();
      case 19 -> account.commitInDoubt();
      default -> {}
    }
    return account.done();
  }

  private void fail() {
    if (stopped()) {
      account.cutOff();
    } else {
      account.fail();
    }
  }

  @Override
  public void close() {
    account.rollBack();
  }

  @Override
  public boolean survives(Exception failure) {
    return failure instanceof IllegalArgumentException;
  }
}
