package dev.sluice.jms.message;

import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Bodies that stand in files, each whole, one after the other. Worker k starts with body k, so that
 * workers that start together do not all send the same.
 *
 * @param bodies at least one
 */
public record FileBodies(List<Body> bodies) implements BodySpec {

  public FileBodies {
    bodies = List.copyOf(bodies);
    if (bodies.isEmpty()) {
      throw new IllegalArgumentException("no bodies");
    }
  }

  /**
   * Reads a file, or the files of a folder in the order of their names. Hidden files and folders in
   * it are left out.
   *
   * @param kind the type of the messages; texts must be UTF-8
   * @throws ConfigurationException if there is nothing that can be read
   */
  public static FileBodies read(Path path, BodyKind kind) {
    List<Body> bodies = new ArrayList<>();
    for (Path file : filesOf(path)) {
      byte[] bytes = contentOf(file);
      bodies.add(kind == BodyKind.TEXT ? textOf(file, bytes) : Body.Bytes.of(bytes));
    }
    if (bodies.isEmpty()) {
      throw new ConfigurationException("no file in the folder '" + path + "'");
    }
    return new FileBodies(bodies);
  }

  @Override
  public boolean varies() {
    return bodies.size() > 1;
  }

  @Override
  public Source forWorker(BodyKind kind, int workerIndex, SplittableRandom random) {
    return new Source() {
      private int next = workerIndex % bodies.size();

      @Override
      public Body next() {
        Body body = bodies.get(next);
        next = (next + 1) % bodies.size();
        return body;
      }
    };
  }

  @Override
  public String describe() {
    return bodies.size() == 1 ? "from a file" : "from " + bodies.size() + " files in turn";
  }

  private static List<Path> filesOf(Path path) {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> entries = Files.list(path)) {
      return entries
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new ConfigurationException(
          "cannot list the folder '" + path + "': " + InputFile.reason(e), e);
    }
  }

  private static byte[] contentOf(Path file) {
    try {
      return InputFile.bytes(file, ByteSize.LARGEST_BYTES);
    } catch (InputFile.TooLargeException e) {
      throw new ConfigurationException(
          "'" + file + "' is more than 100 MiB, the largest message size", e);
    } catch (IOException e) {
      throw new ConfigurationException("cannot read '" + file + "': " + InputFile.reason(e), e);
    }
  }

  private static Body textOf(Path file, byte[] bytes) {
    try {
      return new Body.Text(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw new ConfigurationException("'" + file + "' is not UTF-8 text; send it as bytes", e);
    }
  }
}
