package dev.sluice.control.endpoint.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {

  @Test
  void namesAndAddresses() {
    assertThat(HostPort.parse("mq-app1.example:4444"))
        .isEqualTo(new HostPort("mq-app1.example", 4444));
    assertThat(HostPort.parse(" 127.0.0.1:1 ")).isEqualTo(new HostPort("127.0.0.1", 1));
    assertThat(HostPort.parse("[::1]:65535")).isEqualTo(new HostPort("::1", 65_535));
    assertThat(HostPort.parse("[::1]:65535")).hasToString("[::1]:65535");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host",
        "host:",
        ":4444",
        "host:0",
        "host:65536",
        "host:x",
        "::1:4444",
        "a b:1",
        "a:1,"
      })
  void anythingElseIsNamedInTheMessage(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostPort.parse(text))
        .withMessageContaining("'");
  }
}
