package dev.sluice.jms.provider.ibmmq;

import com.ibm.mq.constants.CMQC;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A reason code of IBM MQ that users of a harness meet, in plain words. They are listed in the
 * resource {@code reasons}.
 *
 * @param name the product's name for it
 * @param scope what it concerns
 * @param meaning what it says, in plain words
 * @param remedy the remedy, or empty
 */
record MqReason(String name, FailureScope scope, String meaning, String remedy) {

  static final List<MqReason> ALL = read();

  /** What a failure for a reason extends to. */
  enum FailureScope {
    /** A single call; the connection is good. */
    CALL,
    /** The connection or the queue manager, for now. */
    CONNECTION,
    /** A setting of the connection: the next attempt fails alike. */
    SETTING,
    /** A setting that names a queue or what is wanted of it: the next attempt fails alike. */
    OBJECT
  }

  static Optional<MqReason> of(int code) {
    return ALL.stream().filter(reason -> reason.code() == code).findFirst();
  }

  /** By reflection, because the resource names constants whose numbers only the product has. */
  int code() {
    try {
      return CMQC.class.getField(name).getInt(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("not a reason code: " + name, e);
    }
  }

  private static List<MqReason> read() {
    try (InputStream in = MqReason.class.getResourceAsStream("reasons")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" *\\| *", -1))
          .map(
              row ->
                  new MqReason(
                      row[0], FailureScope.valueOf(row[1]), row[2], row.length > 3 ? row[3] : ""))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
