package dev.sluice.control.endpoint.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FifoCommandsTest {

  @TempDir Path folder;

  private final BlockingQueue<String> printed = new LinkedBlockingQueue<>();

  @Test
  void eachLineIsAnsweredFromAnyNumberOfWriters() throws Exception {
    Path fifo = folder.resolve("commands");
    try (FifoCommands commands = open(fifo)) {
      assertThat(commands).isNotNull();
      Files.writeString(fifo, "one\ntwo\n");
      assertThat(next()).isEqualTo("answer to one");
      assertThat(next()).isEqualTo("answer to two");
      Files.writeString(fifo, "three\n");
      assertThat(next()).isEqualTo("answer to three");
    }
    assertThat(fifo).doesNotExist();
  }

  @Test
  void aPipeThatCannotBeMade() throws IOException {
    Path taken = Files.writeString(folder.resolve("taken"), "");
    assertThatThrownBy(() -> open(taken))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the pipe " + taken + " cannot be created");
    assertThat(taken).exists();
  }

  private FifoCommands open(Path fifo) throws IOException {
    return FifoCommands.open(fifo, line -> List.of("answer to " + line), printed::add);
  }

  private String next() throws InterruptedException {
    return printed.poll(30, TimeUnit.SECONDS);
  }
}
