package dev.sluice.jms.provider.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.jms.provider.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CipherNameTest {

  @ParameterizedTest
  @CsvSource({
    "ANY, *ANY",
    "ANY_TLS12, *TLS12",
    "ANY_TLS12_OR_HIGHER, *TLS12ORHIGHER",
    "ANY_TLS13_OR_HIGHER, *TLS13ORHIGHER",
    "*TLS12ORHIGHER, *TLS12ORHIGHER",
    "TLS_AES_256_GCM_SHA384, TLS_AES_256_GCM_SHA384",
    "ECDHE_RSA_AES_256_GCM_SHA384, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "SSL_ECDHE_RSA_WITH_AES_256_GCM_SHA384, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"
  })
  void translatesToTheSuite(String given, String suite) {
    assertThat(CipherName.of(given).suite()).isEqualTo(suite);
  }

  @Test
  void showsTheTranslation() {
    assertThat(CipherName.of("ANY_TLS12").describe()).isEqualTo("ANY_TLS12 (*TLS12)");
    assertThat(CipherName.of("*TLS12").describe()).isEqualTo("*TLS12");
  }

  @Test
  void rejectsAnUnknownCipherAndListsValidOnes() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> CipherName.of("ROT13"))
        .withMessageContainingAll("'ROT13'", "ANY_TLS12_OR_HIGHER", "ECDHE_RSA_AES_256_GCM_SHA384");
  }
}
