package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionFilesTest {

  @TempDir Path folder;

  @Test
  void wordsOfAFileStandInThePlaceOfItsName() throws IOException {
    Path inner = write("inner", "--rate\n2.5 # per second\n");
    Path outer =
        write("outer", "--queue 'A B' \"C D\"\t--größe x\n@" + inner + " @@literal @" + inner);
    assertThat(OptionFiles.expanded("send", "@" + outer, "--threads", "7"))
        .containsExactly(
            "send",
            "--queue",
            "A B",
            "C D",
            "--größe",
            "x",
            "--rate",
            "2.5",
            "@literal",
            "--threads",
            "7");
  }

  @Test
  void whatNamesNoFileStandsForItself() throws IOException {
    assertThat(OptionFiles.expanded("@", "@@x", "@" + folder.resolve("none"), ""))
        .containsExactly("@", "@x", "@" + folder.resolve("none"), "");
  }

  @Test
  void aFileIsReadAsFarAsALimit() throws IOException {
    Path large = write("large", " ".repeat(InputFile.HAND_WRITTEN_BYTES + 1));
    Path naming = write("naming", "@" + large);
    assertRefused("@" + large, "options file '" + large + "': it has more than 1048576 bytes");
    assertRefused("@" + naming, "options file '" + large + "': it has more than 1048576 bytes");
    assertRefused("@" + folder, "options file '" + folder + "' cannot be read: Is a directory");
    if (Files.exists(Path.of("/dev/zero"))) {
      assertRefused("@/dev/zero", "options file '/dev/zero': it has more than 1048576 bytes");
    }
  }

  private static void assertRefused(String word, String why) {
    Execution execution = Execution.of("send", word).ended(ExitCode.USAGE);
    assertThat(execution.err().lines()).containsExactly("sluice: " + why);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
