package dev.sluice.control.endpoint.legacy;

import dev.sluice.core.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commands that are written into a named pipe, one a line; {@code echo 'rate +115' > PIPE}. The
 * pipe is made at the beginning, for this user only, and removed at the end.
 */
public record FifoCommands(Path fifo, FileChannel channel) implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FifoCommands.class);

  /**
   * Makes the pipe and begins to read from it, on a thread of its own.
   *
   * @param answers carries a line out and returns the reply
   * @param out gets the lines of replies
   * @throws IOException if the pipe cannot be made, with one line that says why
   */
  public static FifoCommands open(
      Path fifo, Function<String, List<String>> answers, Consumer<String> out) throws IOException {
    make(fifo);
    // both ways, so that neither waits for the other and the end of a writer is not the end
    FileChannel channel = FileChannel.open(fifo, StandardOpenOption.READ, StandardOpenOption.WRITE);
    NanoClock.SYSTEM.start("control-fifo", () -> read(channel, answers, out));
    return new FifoCommands(fifo, channel);
  }

  private static void make(Path fifo) throws IOException {
    Process mkfifo =
        new ProcessBuilder("mkfifo", "-m", "600", fifo.toString())
            .redirectErrorStream(true)
            .start();
    String complaint = new String(mkfifo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (mkfifo.waitFor() != 0) {
        throw new IOException("the pipe " + fifo + " cannot be created: " + complaint.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the pipe " + fifo + " was created", e);
    }
  }

  private static void read(
      FileChannel channel, Function<String, List<String>> answers, Consumer<String> out) {
    BufferedReader lines =
        new BufferedReader( // a reader of a file's channel would wait for a full buffer
            new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answers.apply(line).forEach(out);
      }
    } catch (IOException e) {
      LOG.debug("The pipe for commands was closed", e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(fifo);
  }
}
