package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies and templates that stand in files. */
class FileBodiesTest {

  @TempDir private Path folder;

  @Test
  void aFileIsReadWholeAndIsAlwaysTheSame() throws IOException {
    byte[] content = new byte[300_000];
    new SplittableRandom(1).nextBytes(content);
    FileBodies bodies = FileBodies.read(Files.write(folder.resolve("a"), content), BodyKind.BYTES);

    Body.Bytes body = bodies.forWorker(BodyKind.BYTES, 5, new SplittableRandom()).next().bytes();
    assertThat(bodies.varies()).isFalse();
    assertThat(body.array()).isEqualTo(content);
    assertThat(body.offset()).isZero();
    assertThat(body.length()).isEqualTo(content.length);
  }

  @Test
  void theFilesOfAFolderComeByNameInTurnFromTheWorkersNumberOn() throws IOException {
    Files.writeString(folder.resolve("2"), "two");
    Files.writeString(folder.resolve("1"), "one");
    Files.writeString(folder.resolve("3"), "thr\u00e9e");
    Files.writeString(folder.resolve(".hidden"), "hidden");
    Files.createDirectory(folder.resolve("0"));
    FileBodies bodies = FileBodies.read(folder, BodyKind.TEXT);

    assertThat(bodies.varies()).isTrue();
    BodySpec.Source fifth = bodies.forWorker(BodyKind.TEXT, 4, new SplittableRandom());
    assertThat(fifth.next().text()).isEqualTo("two");
    assertThat(fifth.next().text()).isEqualTo("thr\u00e9e");
    assertThat(fifth.next().text()).isEqualTo("one");
    assertThat(fifth.next().text()).isEqualTo("two");
  }

  @Test
  void whatCannotBeReadIsNamed() throws IOException {
    Path latin = Files.write(folder.resolve("latin"), new byte[] {'a', (byte) 0xE9});
    Path empty = Files.createDirectory(folder.resolve("empty"));

    refused(folder.resolve("none"), BodyKind.BYTES, "none': no such file");
    refused(empty, BodyKind.BYTES, "no file in the folder");
    refused(latin, BodyKind.TEXT, "UTF-8");
    assertThat(FileBodies.read(latin, BodyKind.MAP).bodies()).hasSize(1);
  }

  @Test
  void aTemplateInAFileIsNamedWithItsMistake() throws IOException {
    Path good = Files.writeString(folder.resolve("good"), "${counter}");
    Path bad = Files.writeString(folder.resolve("bad"), "\n${x}");
    Path latin = Files.write(folder.resolve("latin"), new byte[] {(byte) 0xE9});

    assertThat(Template.read(good, InstantSource.system()).varies()).isTrue();
    templateRefused(bad, "line 2, column 1");
    templateRefused(latin, "UTF-8");
    templateRefused(folder.resolve("none"), "cannot read");
  }

  private static void refused(Path path, BodyKind kind, String complaint) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> FileBodies.read(path, kind))
        .withMessageContaining(path.toString())
        .withMessageContaining(complaint);
  }

  private static void templateRefused(Path path, String complaint) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> Template.read(path, InstantSource.system()))
        .withMessageContaining(path.toString())
        .withMessageContaining(complaint);
  }
}
