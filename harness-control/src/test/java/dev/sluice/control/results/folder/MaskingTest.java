package dev.sluice.control.results.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskingTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "tcp://u:p@h:1, tcp://u:***@h:1",
        "XMSC_PASSWORD=abc, XMSC_PASSWORD=***",
        "keyStorePassword=abc&x=1, keyStorePassword=***&x=1",
        "tcp://h:1?a=b, tcp://h:1?a=b",
        "A=B XMSC_WMQ_SSL_KEY_PASSWD = abc, A=B XMSC_WMQ_SSL_KEY_PASSWD = ***",
        "a password is asked for, a password is asked for"
      })
  void textKeepsAllButItsSecrets(String text, String masked) {
    assertThat(Masking.mask(text)).isEqualTo(masked);
  }

  @Test
  void settingsAreGoneThrough() {
    assertThat(
            Masking.mask(
                Map.of(
                    "providers",
                    List.of(Map.of("password", "abc", "user", "me")),
                    "apiToken",
                    "abc",
                    "--control-token-file",
                    "/a/b",
                    "threads",
                    4)))
        .isEqualTo(
            Map.of(
                "providers",
                List.of(Map.of("password", "***", "user", "me")),
                "apiToken",
                "***",
                "--control-token-file",
                "/a/b",
                "threads",
                4));
  }
}
