package dev.sluice.jms.message;

import dev.sluice.core.text.InputFile;
import dev.sluice.core.text.NearestWord;
import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bodies of one text with places that every message fills again. Parsed once; what stands between
 * the places is kept as it is. Immutable, for any number of workers.
 */
public final class Template implements BodySpec {

  private static final String OPEN = "${";

  /** What opens a place as plain text, or a place and what closes it. */
  private static final Pattern PLACE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");

  private static final List<String> NAMES = List.of("counter", "worker", "uuid", "random", "time");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");
  private static final Pattern RANGE = Pattern.compile("(-?\\d{1,18})\\.\\.(-?\\d{1,18})");

  private static final long VERSION_BITS = 0xF000L;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_BITS = 0xC000_0000_0000_0000L;
  private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;

  /**
   * The source of the values for the places.
   *
   * @param number of the message, from 1 for each worker
   * @param worker the worker's number, from 1
   * @param random the worker's own
   */
  private record ValueSource(long number, int worker, SplittableRandom random) {}

  /** A piece of the text. */
  @FunctionalInterface
  private interface Piece {
    void append(StringBuilder text, ValueSource values);
  }

  private final List<Piece> pieces;
  private final boolean varies;

  private Template(List<Piece> parts, boolean varies) {
    this.pieces = List.copyOf(parts);
    this.varies = varies;
  }

  /**
   * Reads a template from a file in UTF-8.
   *
   * @param clock what {@code ${time}} shows
   * @throws ConfigurationException if it cannot be read or understood
   */
  public static Template read(Path file, InstantSource clock) {
    try {
      return parse(InputFile.text(file, InputFile.HAND_WRITTEN_BYTES), clock);
    } catch (CharacterCodingException e) {
      throw new ConfigurationException("'" + file + "' is not UTF-8 text", e);
    } catch (InputFile.TooLargeException e) {
      throw new ConfigurationException("'" + file + "' is not a template: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new ConfigurationException("cannot read '" + file + "': " + InputFile.reason(e), e);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException("'" + file + "', " + e.getMessage(), e);
    }
  }

  /**
   * Finds the places, which are written &#36;&#123;NAME&#125; with one of a few names; a second
   * dollar sign before makes it plain text.
   *
   * @param clock what {@code ${time}} shows
   * @throws IllegalArgumentException if a place is none of these; the message says where and what
   */
  public static Template parse(String text, InstantSource clock) {
    List<Piece> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    boolean varies = false;
    int at = 0;
    Matcher place = PLACE.matcher(text);
    while (place.find()) {
      literal.append(text, at, place.start());
      at = place.end();
      if (place.group(1) == null) {
        literal.append(OPEN);
        continue;
      }
      addLiteral(literal, parts);
      varies = true;
      try {
        parts.add(place(place.group(1), place.group(2), clock));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(position(text, place.start()) + e.getMessage(), e);
      }
    }
    addLiteral(literal.append(text, at, text.length()), parts);
    return new Template(parts, varies);
  }

  /** Whether there is a place to fill at all. */
  @Override
  public boolean varies() {
    return varies;
  }

  @Override
  public Source forWorker(BodyKind kind, int workerIndex, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    return new Source() {
      private long number;

      @Override
      public Body next() {
        number++;
        text.setLength(0);
        ValueSource values = new ValueSource(number, workerIndex + 1, random);
        for (Piece piece : pieces) {
          piece.append(text, values);
        }
        return new Body.Text(text.toString());
      }
    };
  }

  @Override
  public String describe() {
    return "from a template";
  }

  private static void addLiteral(StringBuilder literal, List<Piece> parts) {
    if (!literal.isEmpty()) {
      String kept = literal.toString();
      parts.add((text, values) -> text.append(kept));
      literal.setLength(0);
    }
  }

  private static String position(String text, int at) {
    String before = text.substring(0, at);
    long line = 1 + before.chars().filter(c -> c == '\n').count();
    int column = at - before.lastIndexOf('\n');
    return "line " + line + ", column " + column + ": ";
  }

  /**
   * The place with this text between its braces.
   *
   * @param close the second brace, empty if it is missing
   */
  private static Piece place(String inside, String close, InstantSource clock) {
    if (close.isEmpty()) {
      throw new IllegalArgumentException("'${' without a '}'");
    }
    int colon = inside.indexOf(':');
    String name = colon < 0 ? inside : inside.substring(0, colon);
    String parameter = colon < 0 ? "" : inside.substring(colon + 1);
    if (colon >= 0 && !name.equals("counter") && !name.equals("random") && NAMES.contains(name)) {
      throw new IllegalArgumentException("'${" + inside + "}': '" + name + "' takes no parameter");
    }
    return switch (name) {
      case "counter" -> counter(inside, colon < 0 ? "1" : parameter);
      case "worker" -> (text, values) -> text.append(values.worker());
      case "uuid" -> (text, values) -> text.append(uuid(values.random()));
      case "random" -> random(inside, parameter);
      case "time" -> (text, values) -> text.append(clock.instant().truncatedTo(ChronoUnit.MILLIS));
      default -> throw unknown(inside, name);
    };
  }

  private static Piece counter(String inside, String parameter) {
    if (!NUMBER.matcher(parameter).matches()) {
      throw new IllegalArgumentException(
          "'${" + inside + "}' does not start with a number; write ${counter:1000}");
    }
    long beforeFirst = Long.parseLong(parameter) - 1;
    return (text, values) -> text.append(beforeFirst + values.number());
  }

  private static Piece random(String inside, String parameter) {
    Matcher range = RANGE.matcher(parameter);
    if (!range.matches()) {
      throw new IllegalArgumentException(
          "'${" + inside + "}' has no range; write ${random:1..100}");
    }
    long least = Long.parseLong(range.group(1));
    long most = Long.parseLong(range.group(2));
    if (least > most) {
      throw new IllegalArgumentException("'${" + inside + "}' ends before it begins");
    }
    return (text, values) -> text.append(values.random().nextLong(least, most + 1));
  }

  /** Random, and so the same again from the same seed. */
  private static UUID uuid(SplittableRandom random) {
    return new UUID(
        (random.nextLong() & ~VERSION_BITS) | VERSION_4,
        (random.nextLong() & ~VARIANT_BITS) | VARIANT_RFC);
  }

  private static IllegalArgumentException unknown(String inside, String name) {
    String meant =
        NearestWord.of(name, NAMES).map(word -> "; did you mean ${" + word + "}?").orElse("");
    return new IllegalArgumentException(
        "unknown placeholder '${" + inside + "}'; use one of " + String.join(", ", NAMES) + meant);
  }
}
