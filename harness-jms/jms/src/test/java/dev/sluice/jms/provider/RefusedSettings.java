package dev.sluice.jms.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** How settings that cannot work are refused. */
public final class RefusedSettings {

  private RefusedSettings() {}

  /** In one line that holds these parts. */
  public static ConfigurationException assertRefused(ThrowingCallable use, String... parts) {
    ConfigurationException refusal = catchThrowableOfType(ConfigurationException.class, use);
    assertThat(refusal).isNotNull().hasMessageContainingAll(parts);
    assertThat(refusal.getMessage().lines()).hasSize(1);
    return refusal;
  }
}
