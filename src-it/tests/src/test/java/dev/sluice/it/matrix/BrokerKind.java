package dev.sluice.it.matrix;

/** Brokers to try workers on. */
enum BrokerKind {
  ARTEMIS("Artemis"),
  QUEUE_MANAGER("simulated queue manager");

  private final String label;

  BrokerKind(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
