package dev.sluice.it.brokers;

/** The broker in the program's own process. */
final class EmbeddedBroker implements TestedBroker {

  @Override
  public String provider() {
    return "{type: embedded}";
  }

  @Override
  public void start() {
    // the program does
  }

  @Override
  public void kill() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isApart() {
    return false;
  }

  @Override
  public void close() {
    // the program does
  }
}
