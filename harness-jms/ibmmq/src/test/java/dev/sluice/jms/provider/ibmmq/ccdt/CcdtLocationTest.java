package dev.sluice.jms.provider.ibmmq.ccdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CcdtLocationTest {

  private static final CcdtLint LINT = new CcdtLint(Set.of("ANY_TLS12"));

  @TempDir Path dir;

  @Test
  void turnsAPathIntoAUrl() {
    Path file = dir.resolve("my ccdt.json");

    CcdtLocation location = CcdtLocation.of(file.toString());

    assertThat(location.url()).isEqualTo(file.toUri().toString()).startsWith("file:/");
    assertThat(location.file()).contains(file);
  }

  @Test
  void knowsThatAFileUrlIsAFile() {
    Path file = dir.resolve("ccdt.json");

    assertThat(CcdtLocation.of(file.toUri().toString()).file()).contains(file);
  }

  @Test
  void leavesOtherLocationsToTheClient() {
    CcdtLocation location = CcdtLocation.of("http://host/ccdt.json");

    assertThat(location.url()).isEqualTo("http://host/ccdt.json");
    assertThat(location.file()).isEmpty();
    assertThatCode(() -> location.check("QM1", LINT)).doesNotThrowAnyException();
  }

  @Test
  void leavesABinaryTableToTheClient() throws IOException {
    Path file = Files.write(dir.resolve("AMQCLCHL.TAB"), new byte[] {'A', 'M', 'Q', 'R', -1, 0});

    assertThatCode(() -> CcdtLocation.of(file.toString()).check("QM1", LINT))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesAFileThatIsNotThere() {
    Path file = dir.resolve("none.json");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> CcdtLocation.of(file.toString()).check("QM1", LINT))
        .withMessage("CCDT file " + file + " does not exist");
  }

  /** Only entries that serve the name are of interest. */
  @Test
  void refusesAnEntryThatCannotBeRight() throws IOException {
    String wrong = Tables.named("QM1", 1).replace("127.0.0.1", "${MQ_HOST}");
    Path file = Files.writeString(dir.resolve("t.json"), Tables.of(Tables.named("QM2", 1), wrong));
    CcdtLocation location = CcdtLocation.of(file.toString());

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> location.check("QM1", LINT))
        .withMessageContainingAll("channel[1].clientConnection.connection[0].host", "${MQ_HOST}");
    assertThatCode(() -> location.check("QM2", LINT)).doesNotThrowAnyException();
  }

  @Test
  void readsAFileByItsUrl() throws IOException {
    Path file = Files.writeString(dir.resolve("t.json"), "{}");

    assertThat(CcdtLocation.of("file://" + file).readJson()).isEqualTo("{}");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> CcdtLocation.of("http://127.0.0.1:1/t.json").readJson())
        .withMessageContaining("only files can be checked");
  }

  @Test
  void rejectsAnInvalidUrl() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> CcdtLocation.of("http://host/a b"))
        .withMessageContaining("http://host/a b");
  }
}
