package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetMessage.FilePart;
import dev.sluice.control.fleet.protocol.FleetMessage.FileRequest;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The files of a task as they come in, one part after the other. For one thread. */
final class Download {

  /** How much a part holds at most. */
  static final int PART_BYTES = 256 << 10;

  private final String task;
  private final Map<String, Long> missing;
  private final Map<String, Content> complete = new LinkedHashMap<>();
  private ByteArrayOutputStream current = new ByteArrayOutputStream();

  Download(String task, Map<String, Long> files) {
    this.task = task;
    this.missing = new TreeMap<>(files);
  }

  /** The next request; empty if all is there. */
  Optional<FileRequest> next() {
    return missing.keySet().stream()
        .findFirst()
        .map(file -> new FileRequest(task, file, current.size()));
  }

  /** Takes a part if it is the one that was asked for. */
  boolean take(FilePart part) {
    Optional<FileRequest> asked = next();
    if (asked.isEmpty()
        || !part.task().equals(task)
        || !part.file().equals(asked.get().file())
        || part.offset() != asked.get().offset()) {
      return false;
    }
    current.writeBytes(part.content().bytes());
    if (current.size() >= missing.get(part.file())) {
      missing.remove(part.file());
      complete.put(part.file(), Content.of(current.toByteArray()));
      current = new ByteArrayOutputStream();
    }
    return true;
  }

  /** The requested part; empty if no file has that name. */
  static Optional<FilePart> part(FileRequest asked, Map<String, Content> contents) {
    return Optional.ofNullable(contents.get(asked.file()))
        .filter(content -> asked.offset() >= 0)
        .map(
            content ->
                new FilePart(
                    asked.task(),
                    asked.file(),
                    asked.offset(),
                    content.part(asked.offset(), PART_BYTES)));
  }

  /** The task, once all is there. */
  Task task() {
    return new Task(task, complete);
  }
}
