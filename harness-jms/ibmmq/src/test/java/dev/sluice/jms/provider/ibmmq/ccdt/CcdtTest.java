package dev.sluice.jms.provider.ibmmq.ccdt;

import static dev.sluice.jms.provider.RefusedSettings.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.jms.provider.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CcdtTest {

  private static final String TABLE =
      """
      {"channel": [
        {"name": "APP", "type": "clientConnection",
         "clientConnection": {"connection": [{"host": "a", "port": 1414}], "queueManager": "GRP"}},
        {"name": "APP", "type": "clientConnection",
         "clientConnection": {"connection": [{"host": "a", "port": 1414}], "queueManager": "QM1"}}
      ]}""";

  private static final String DEFAULT_GROUP = TABLE.replace("\"GRP\"", "\"\"");

  @Test
  void knowsItsQueueManagersAndGroups() {
    assertThat(Ccdt.parse("t.json", TABLE).queueManagers()).containsExactly("GRP", "QM1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*GRP", "GRP", "QM1", "*QM1"})
  void hasChannelsForItsGroups(String queueManager) {
    assertThatCode(() -> Ccdt.parse("t.json", TABLE).requireChannelFor(queueManager))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "", " "})
  void anyQueueManagerMeansTheDefaultGroup(String queueManager) {
    assertThatCode(() -> Ccdt.parse("t.json", DEFAULT_GROUP).requireChannelFor(queueManager))
        .doesNotThrowAnyException();
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> Ccdt.parse("t.json", TABLE).requireChannelFor(queueManager))
        .withMessageContaining("default group");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*OTHER", "grp", "**GRP"})
  void saysWhatItHasInstead(String queueManager) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> Ccdt.parse("t.json", TABLE).requireChannelFor(queueManager))
        .withMessageContainingAll("t.json", "'" + queueManager + "'", "it has 'GRP', 'QM1'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not json|is not JSON",
        "{}|channel",
        "{\"channel\": 1}|channel",
        "{\"channel\": [{\"type\": \"clientConnection\"}]}|channel[0].clientConnection",
        "{\"channel\": [{\"name\": \"A\", \"type\": \"clientConnection\"}]}|clientConnection",
        "{\"channel\": [{\"name\": \"A\", \"type\": \"clientConnection\", \"clientConnection\":"
            + " {\"connection\": []}}]}|queueManager"
      })
  void namesTheKeyThatIsWrong(String json, String key) {
    assertRefused(() -> Ccdt.parse("t.json", json), "t.json", key);
  }
}
