package dev.sluice.control.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretRulesTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "tcp://u:p@h:1, tcp://u:***@h:1",
        "XMSC_PASSWORD=abc, XMSC_PASSWORD=***",
        "keyStorePassword=abc&x=1, keyStorePassword=***&x=1",
        "tcp://h:1?a=b, tcp://h:1?a=b",
        "A=B XMSC_WMQ_SSL_KEY_PASSWD = abc, A=B XMSC_WMQ_SSL_KEY_PASSWD = ***",
        "a password is asked for, a password is asked for",
        "tcp://u:a@b@h:1, tcp://u:***@h:1",
        "tcp://u:a/b@h:1, tcp://u:***@h:1",
        "tcp:/u:p@h:1, tcp:***@h:1",
        "|tcp://h:1,tcp://u:p@k:2|, |tcp://h:1,tcp://u:***@k:2|",
        "|(tcp://h:1)?password=a,b&x=1|, |(tcp://h:1)?password=***&x=1|",
        "tcp://h:1?queue=x@y, tcp://h:1?queue=x@y",
        "tcp://me@h:1, tcp://me@h:1",
        "curl -u me:abc http://h, curl -u me:*** http://h",
        "|curl -H 'Authorization: Bearer abc' h|, |curl -H 'Authorization: Bearer ***' h|",
        "psql --password abc -x, psql --password *** -x",
        "PGPASSWORD='a b' psql, PGPASSWORD='***' psql",
        "|{\"apiKey\": \"abc\"}|, |{\"apiKey\": \"***\"}|",
        "auth abcdefgh, auth ***",
        "--password-file=/a/b, --password-file=/a/b",
        "|type=artemis,password=abc,threads=4|, |type=artemis,password=***,threads=4|",
        "key=k1 round=2, key=k1 round=2"
      })
  void textKeepsAllButItsSecrets(String text, String masked) {
    assertThat(SecretRules.mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "DB_PASSWORD",
        "keyStorePassword",
        "passwd",
        "key-pass-phrase",
        "pw",
        "db-pw",
        "mqPw2",
        "pass",
        "secret",
        "client_secret",
        "token",
        "apiToken",
        "API_KEY",
        "accessKey",
        "java.naming.security.credentials"
      })
  void namesOfSecrets(String name) {
    assertThat(SecretRules.isSecret(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "size",
        "key",
        "keys",
        "bypass",
        "passes",
        "--password-file",
        "token-file",
        "tokenFile",
        "pwm",
        "compass",
        "round"
      })
  void namesOfOtherThings(String name) {
    assertThat(SecretRules.isSecret(name)).isFalse();
  }

  @Test
  void settingsAreGoneThrough() {
    assertThat(
            SecretRules.mask(
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
