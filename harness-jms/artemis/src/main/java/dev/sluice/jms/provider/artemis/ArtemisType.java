package dev.sluice.jms.provider.artemis;

import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.ConnectionCost;
import dev.sluice.jms.provider.ConnectionCost.Range;
import dev.sluice.jms.provider.FailureExplainer;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderType;
import jakarta.jms.ConnectionFactory;
import java.util.List;
import java.util.Optional;

/** Artemis brokers. */
public final class ArtemisType implements ProviderType {

  static final ConnectionCost COST =
      new ConnectionCost("Artemis's client", Range.of(1), Range.of(0), Range.of(17e3));

  private static final ProviderOption<String> URL =
      ProviderOption.text("--url", "URL", "tcp://localhost:61616", "URL of the broker.").mostUsed();

  @Override
  public String name() {
    return "artemis";
  }

  @Override
  public String title() {
    return "Artemis";
  }

  @Override
  public List<ProviderOption<?>> options() {
    return List.of(URL);
  }

  @Override
  public JmsProvider open(GivenOptions given) {
    return new ArtemisProvider(given.value(URL), given.credentials());
  }

  @Override
  public Optional<FailureExplainer> explainer(String place, ConnectionFactory factory) {
    return Optional.of(new ArtemisFailures(place, factory));
  }

  @Override
  public Optional<ConnectionCost> connectionCost(ConnectionFactory factory) {
    return factory.getClass().getName().startsWith("org.apache.activemq.artemis.")
        ? Optional.of(COST)
        : Optional.empty();
  }

  @Override
  public List<String> examples(String command) {
    return switch (command) {
      case "send" ->
          List.of(
              "  sluice send --provider artemis --url tcp://broker:61616 --queue REQUEST \\",
              "      --size 2KiB --threads 180 --rate 1 --control 4444");
      case "receive" ->
          List.of(
              "  sluice receive --provider artemis --url tcp://broker:61616 \\",
              "      --queue REQUEST --threads 4");
      default -> List.of();
    };
  }

  @Override
  public List<BrokerView.Measure> measures() {
    return ArtemisView.MEASURES;
  }
}
