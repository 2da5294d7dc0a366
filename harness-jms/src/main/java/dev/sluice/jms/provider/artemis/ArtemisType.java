package dev.sluice.jms.provider.artemis;

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

  private static final ProviderOption<String> URL =
      ProviderOption.text(
          "--url",
          "URL",
          "tcp://localhost:61616",
          "artemis: URL of the broker (default ${DEFAULT-VALUE}).");

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
    return new ArtemisSettings(given.value(URL), given.credentials()).create();
  }

  @Override
  public Optional<FailureExplainer> explainer(String place, ConnectionFactory factory) {
    return Optional.of(new ArtemisFailures(place, factory));
  }

  @Override
  public void loadEarly() {
    ArtemisClient.load();
  }
}
