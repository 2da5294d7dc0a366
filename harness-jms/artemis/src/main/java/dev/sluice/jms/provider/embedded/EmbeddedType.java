package dev.sluice.jms.provider.embedded;

import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderType;
import dev.sluice.jms.provider.artemis.ArtemisView;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Brokers inside this process. */
public final class EmbeddedType implements ProviderType {

  // a field, because a logger that nobody holds is forgotten together with its level
  private static final Logger AUDIT = Logger.getLogger("org.apache.activemq.audit");

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public String summary() {
    return "a broker inside this process, the default";
  }

  @Override
  public List<BrokerView.Measure> measures() {
    return ArtemisView.MEASURES;
  }

  @Override
  public void configureLogging(boolean verbose) {
    AUDIT.setLevel(Level.OFF);
  }

  /** Starts the broker. */
  @Override
  public JmsProvider open(GivenOptions given) {
    return EmbeddedProvider.inProcess();
  }
}
