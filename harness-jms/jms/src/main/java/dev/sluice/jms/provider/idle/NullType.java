package dev.sluice.jms.provider.idle;

import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderType;

/** No broker, and workers that do not even call JMS. */
public final class NullType implements ProviderType {

  @Override
  public String name() {
    return "null";
  }

  @Override
  public String summary() {
    return "does nothing";
  }

  @Override
  public JmsProvider open(GivenOptions given) {
    return new IdleProvider() {
      @Override
      public String name() {
        return NullType.this.name();
      }

      @Override
      public String describe() {
        return name() + ", which " + summary();
      }

      @Override
      public boolean connects() {
        return false;
      }
    };
  }
}
