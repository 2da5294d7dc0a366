package dev.sluice.jms.tracking;

import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.ConfigurationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with the fate of each message, for those who compare the account with what somebody else
 * saw: {@code fate,number,message-id,sender}, a line as soon as the fate is settled, so that a
 * process that is killed leaves what it knew. The message id is empty where the provider gave none.
 * Any thread.
 */
final class MessageLog {

  /** Keeps nothing. */
  static final MessageLog NONE = new MessageLog(null, null);

  private static final Logger log = LoggerFactory.getLogger(MessageLog.class);
  private static final String HEADER = "fate,number,message-id,sender\n";

  /** The fate of a message, as far as its sender or its receiver knows it. */
  enum Fate {
    SENT,
    SENT_IN_DOUBT,
    RECEIVED,
    RECEIVED_IN_DOUBT,
    DUPLICATE;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private final Path path;
  private final OutputStream file; // null = none
  private boolean failed; // guarded by this

  MessageLog(Path path, OutputStream file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Continues a file, or begins it.
   *
   * @throws ConfigurationException if it cannot be written
   */
  static MessageLog open(Path path) {
    try {
      OutputStream file =
          Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      if (Files.size(path) == 0) {
        file.write(HEADER.getBytes(StandardCharsets.UTF_8));
      }
      return new MessageLog(path, file);
    } catch (IOException e) {
      throw new ConfigurationException(
          "cannot write the message log "
              + path
              + ": "
              + (e instanceof NoSuchFileException
                  ? "there is no such folder"
                  : InputFile.reason(e)),
          e);
    }
  }

  /** The lines of one worker, whose thread alone uses it. */
  Lines ofWorker() {
    return new Lines();
  }

  /** Whether it has all that was told. */
  synchronized boolean complete() {
    return !failed;
  }

  /** Without room the rest of the lines is missing, and the run goes on. */
  private synchronized void write(StringBuilder lines) {
    if (failed) {
      return;
    }
    try {
      file.write(lines.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      failed = true;
      log.warn("cannot write the message log {}: {}; the run continues", path, InputFile.reason(e));
    }
  }

  /** The messages of one worker: those that wait for their fate come to it in their order. */
  final class Lines {

    private final Deque<String> waiting = new ArrayDeque<>(); // the rest of each line
    private final StringBuilder settled = new StringBuilder();

    private Lines() {}

    /**
     * A message waits for its fate.
     *
     * @param message null if it has no id yet
     */
    void add(String sender, long number, Message message) {
      if (file != null) {
        waiting.addLast(line(sender, number, idOf(message)));
      }
    }

    /** The message that was added last has its id now. */
    void identify(String sender, long number, Message message) {
      if (file != null) {
        waiting.removeLast();
        add(sender, number, message);
      }
    }

    /** The fate of the one that has waited longest. */
    void settle(Fate fate) {
      if (file != null) {
        settled.append(fate.text).append(waiting.removeFirst());
      }
    }

    /** All that wait have the same fate. */
    void settleAll(Fate fate) {
      while (!waiting.isEmpty()) {
        settle(fate);
      }
      write();
    }

    /** The waiting messages were undone. */
    void discard() {
      waiting.clear();
    }

    /** Writes the lines that are settled. */
    void write() {
      if (!settled.isEmpty()) {
        MessageLog.this.write(settled);
        settled.setLength(0);
      }
    }

    private static String line(String sender, long number, String id) {
      return "," + number + "," + id + "," + sender + "\n";
    }

    private static String idOf(Message message) {
      try {
        String id = message == null ? null : message.getJMSMessageID();
        return id == null ? "" : id;
      } catch (JMSException e) {
        return ""; // as good as none
      }
    }
  }
}
