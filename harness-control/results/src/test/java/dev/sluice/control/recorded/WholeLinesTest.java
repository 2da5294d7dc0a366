package dev.sluice.control.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeLinesTest {

  private static final String TEXT = "{\"a\":1}\n\ntäglich\nend\n";

  @TempDir Path directory;

  private List<String> read(byte[] content) throws IOException {
    List<String> lines = new ArrayList<>();
    try (WholeLines whole = new WholeLines(Files.write(directory.resolve("lines"), content))) {
      for (String line = whole.next(); line != null; line = whole.next()) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** Wherever a process was killed, even within a character. */
  @Test
  void aFileCutAnywhereHasTheLinesThatWereEnded() throws IOException {
    byte[] all = TEXT.getBytes(StandardCharsets.UTF_8);
    List<String> whole = List.of("{\"a\":1}", "", "täglich", "end");
    int ended = 0;
    for (int length = 0; length <= all.length; length++) {
      ended += length > 0 && all[length - 1] == '\n' ? 1 : 0;
      assertThat(read(Arrays.copyOf(all, length))).isEqualTo(whole.subList(0, ended));
    }
    assertThat(ended).isEqualTo(whole.size());
  }

  @Test
  void whatIsNotUtf8IsReadAsAReplacementAndTheRestAsItIs() throws IOException {
    assertThat(read(new byte[] {'a', (byte) 0xFF, 'b', '\n', 'c', '\n'}))
        .containsExactly("a\uFFFDb", "c");
  }
}
