package dev.sluice.jms.message;

import dev.sluice.core.text.NearestWord;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names allowed between the braces of a template. */
record Placeholders(InstantSource clock) {

  private static final List<String> NAMES = List.of("counter", "worker", "uuid", "random", "time");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");
  private static final Pattern RANGE = Pattern.compile("(-?\\d{1,18})\\.\\.(-?\\d{1,18})");

  private static final long VERSION_BITS = 0xF000L;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_BITS = 0xC000_0000_0000_0000L;
  private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;

  /**
   * The part of a template for the text between the braces.
   *
   * @throws IllegalArgumentException if there is no such placeholder
   */
  Template.Part parse(String inside) {
    int colon = inside.indexOf(':');
    String name = colon < 0 ? inside : inside.substring(0, colon);
    String parameter = colon < 0 ? "" : inside.substring(colon + 1);
    if (colon >= 0 && !name.equals("counter") && !name.equals("random") && NAMES.contains(name)) {
      throw new IllegalArgumentException("'${" + inside + "}': '" + name + "' takes no parameter");
    }
    return switch (name) {
      case "counter" -> counter(inside, colon < 0 ? "1" : parameter);
      case "worker" -> (text, row) -> text.append(row.worker());
      case "uuid" -> (text, row) -> text.append(uuid(row.random()));
      case "random" -> random(inside, parameter);
      case "time" -> (text, row) -> text.append(clock.instant().truncatedTo(ChronoUnit.MILLIS));
      default -> throw unknown(inside, name);
    };
  }

  private static Template.Part counter(String inside, String parameter) {
    if (!NUMBER.matcher(parameter).matches()) {
      throw new IllegalArgumentException(
          "'${" + inside + "}' does not start with a number; write ${counter:1000}");
    }
    long beforeFirst = Long.parseLong(parameter) - 1;
    return (text, row) -> text.append(beforeFirst + row.number());
  }

  private static Template.Part random(String inside, String parameter) {
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
    return (text, row) -> text.append(row.random().nextLong(least, most + 1));
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
