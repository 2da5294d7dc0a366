package dev.sluice.jms.provider.artemis;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class ArtemisClientTest {

  @Test
  void has_all_that_is_to_be_loaded_early_and_needs_no_broker_for_it() {
    assertThatCode(ArtemisClient::load).doesNotThrowAnyException();
  }
}
