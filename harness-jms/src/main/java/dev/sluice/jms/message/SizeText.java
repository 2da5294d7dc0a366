package dev.sluice.jms.message;

import dev.sluice.jms.message.SizeDistribution.Fixed;
import dev.sluice.jms.message.SizeDistribution.Uniform;
import dev.sluice.jms.message.SizeDistribution.Weighted;
import dev.sluice.jms.message.SizeDistribution.Zipf;
import java.util.ArrayList;
import java.util.List;

/** Reads a distribution of sizes. */
record SizeText(String text) {

  SizeDistribution distribution() {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return new Fixed(ByteSize.parse(text));
    }
    String parameters = text.substring(colon + 1);
    try {
      return switch (text.substring(0, colon)) {
        case "uniform" -> uniform(parameters);
        case "zipf" -> zipf(parameters);
        case "weighted" -> weighted(parameters);
        default -> throw new IllegalArgumentException("the distribution is unknown");
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "': "
              + e.getMessage()
              + "; write 2KiB, uniform:1KiB..64KiB, zipf:1KiB..1MiB or "
              + "weighted:1KiB=80,64KiB=20",
          e);
    }
  }

  private static SizeDistribution uniform(String parameters) {
    String[] ends = twoOf(parameters, "..", "a range needs '..'");
    return new Uniform(ByteSize.parse(ends[0]), ByteSize.parse(ends[1]));
  }

  private static SizeDistribution zipf(String parameters) {
    String[] parts = parameters.split(",", 2);
    String[] ends = twoOf(parts[0], "..", "a range needs '..'");
    double exponent =
        parts.length == 1 ? Zipf.USUAL_EXPONENT : number(parts[1], "is not an exponent");
    return new Zipf(ByteSize.parse(ends[0]), ByteSize.parse(ends[1]), exponent);
  }

  private static SizeDistribution weighted(String parameters) {
    List<Weighted.Share> shares = new ArrayList<>();
    for (String share : parameters.split(",", -1)) {
      String[] sizeAndWeight = twoOf(share, "=", "'" + share + "' has no weight");
      shares.add(
          new Weighted.Share(
              ByteSize.parse(sizeAndWeight[0]), number(sizeAndWeight[1], "is not a weight")));
    }
    return new Weighted(shares);
  }

  private static String[] twoOf(String text, String between, String otherwise) {
    int at = text.indexOf(between);
    if (at < 0) {
      throw new IllegalArgumentException(otherwise);
    }
    return new String[] {text.substring(0, at), text.substring(at + between.length())};
  }

  private static double number(String text, String otherwise) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' " + otherwise, e);
    }
  }
}
