package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.Content;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of a task, in a folder of temporary files until it is closed. */
public record TaskFolder(Path folder) implements Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(TaskFolder.class);

  /**
   * Writes files by their names.
   *
   * @throws IOException if that fails, or a name is not a plain one
   */
  public static TaskFolder of(Map<String, Content> files) throws IOException {
    TaskFolder made = new TaskFolder(Files.createTempDirectory("sluice-task-"));
    try {
      for (Map.Entry<String, Content> file : files.entrySet()) {
        made.write(file.getKey(), file.getValue());
      }
      return made;
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  private void write(String name, Content content) throws IOException {
    Path path = folder.resolve(name);
    if (!folder.equals(path.getParent())) {
      throw new IOException("'" + name + "' is not a plain name");
    }
    Files.write(path, content.bytes());
  }

  /** What a plan that travelled calls the folder, if that is the variable. */
  public Optional<String> variable(String name) {
    return name.equals(PlanText.FOLDER_VARIABLE)
        ? Optional.of(folder.toString())
        : Optional.empty();
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    } catch (IOException e) {
      LOG.debug("a task's folder stays", e); // in the folder of temporary files
    }
  }
}
