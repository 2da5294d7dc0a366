package dev.sluice.jms.provider.ibmmq.ccdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CcdtLocationTest {

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
    assertThatCode(() -> location.check("QM1")).doesNotThrowAnyException();
  }

  @Test
  void leavesABinaryTableToTheClient() throws IOException {
    Path file = Files.write(dir.resolve("AMQCLCHL.TAB"), new byte[] {'A', 'M', 'Q', 'R', -1, 0});

    assertThatCode(() -> CcdtLocation.of(file.toString()).check("QM1")).doesNotThrowAnyException();
  }

  @Test
  void refusesAFileThatIsNotThere() {
    Path file = dir.resolve("none.json");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> CcdtLocation.of(file.toString()).check("QM1"))
        .withMessage("CCDT file " + file + " does not exist");
  }

  @Test
  void rejectsAnInvalidUrl() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> CcdtLocation.of("http://host/a b"))
        .withMessageContaining("http://host/a b");
  }
}
