package dev.sluice.core.text;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A small file that a person names, read whole. Of one that has no end, such as {@code /dev/zero},
 * no more is read than the limit. Pure functions.
 */
public final class InputFile {

  /** Files that people write by hand are smaller. */
  public static final int HAND_WRITTEN_BYTES = 1 << 20;

  /** A file has more bytes than it may have. */
  public static final class TooLargeException extends IOException {

    private static final long serialVersionUID = 1L;

    private TooLargeException(int mostBytes) {
      super("it has more than " + mostBytes + " bytes");
    }
  }

  /** Spreadsheets write it before the first column. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private InputFile() {}

  /**
   * The content of a file.
   *
   * @throws TooLargeException if there are more bytes than that
   */
  public static byte[] bytes(Path file, int mostBytes) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new TooLargeException(mostBytes);
      }
      return bytes;
    }
  }

  /**
   * The content of a file in UTF-8.
   *
   * @throws TooLargeException if there are more bytes than that
   * @throws CharacterCodingException if it is not in UTF-8
   */
  public static String text(Path file, int mostBytes) throws IOException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes(file, mostBytes)))
        .toString();
  }

  /**
   * The lines of a file in UTF-8, which are not all in memory at once.
   *
   * @throws TooLargeException if there are more bytes than that
   */
  public static BufferedReader lines(Path file, int mostBytes) throws IOException {
    InputStream bytes = new ByteArrayInputStream(bytes(file, mostBytes));
    return new BufferedReader(
        new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder())); // which is strict
  }

  /** What a text is behind its byte-order mark, if it has one. */
  public static String withoutMark(String text) {
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
  }

  /** Whether something failed because a file is not there. */
  public static boolean isAbsent(Throwable failure) {
    return failure != null
        && (failure instanceof NoSuchFileException || isAbsent(failure.getCause()));
  }

  /** What could not be read or written, and why: {@code out/run.json: no space left on device}. */
  public static String failure(IOException failure) {
    return failure instanceof FileSystemException of && of.getFile() != null
        ? of.getFile() + ": " + reason(of)
        : reason(failure);
  }

  /** Why a file could not be read or written, without its name: {@code no such file}. */
  public static String reason(IOException failure) {
    if (failure instanceof CharacterCodingException) {
      return "not in UTF-8";
    }
    String kind = failure.getClass().getSimpleName();
    if (failure instanceof FileSystemException file && file.getReason() == null) {
      return kind.replaceAll("Exception$", "")
          .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
          .toLowerCase(Locale.ROOT);
    }
    String reason =
        failure instanceof FileSystemException file ? file.getReason() : failure.getMessage();
    return reason == null ? kind : reason;
  }
}
