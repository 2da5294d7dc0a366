package dev.sluice.mqsim.codec.structure;

import java.nio.charset.Charset;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Coded character sets by the number (CCSID) that message descriptors name them with. */
public final class CharacterSets {

  /** The queue manager's. */
  private static final int DEFAULT = 819;

  private static final Map<Integer, String> NAMES =
      Map.of(
          DEFAULT,
          "ISO-8859-1",
          1200,
          "UTF-16BE",
          1208,
          "UTF-8",
          1252,
          "windows-1252",
          923,
          "ISO-8859-15",
          912,
          "ISO-8859-2",
          367,
          "US-ASCII");

  private CharacterSets() {}

  /** Whether two numbers mean the same; 0 is the queue manager's. */
  public static boolean same(int one, int other) {
    return resolved(one) == resolved(other);
  }

  private static int resolved(int number) {
    return number == 0 ? DEFAULT : number;
  }

  /** The one with a number; empty if it is not known. */
  public static Optional<Charset> of(int number) {
    int ccsid = resolved(number);
    return Stream.of(NAMES.getOrDefault(ccsid, "IBM%03d".formatted(ccsid)), "x-IBM" + ccsid)
        .filter(name -> ccsid > 0 && Charset.isSupported(name))
        .map(Charset::forName)
        .findFirst();
  }
}
