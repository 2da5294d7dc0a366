package dev.sluice.jms.provider.embedded;

import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderType;

/** Brokers inside this process. */
public final class EmbeddedType implements ProviderType {

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public String summary() {
    return "a broker inside this process, the default";
  }

  /** Starts the broker. */
  @Override
  public JmsProvider open(GivenOptions given) {
    return EmbeddedSettings.inProcess().create();
  }
}
