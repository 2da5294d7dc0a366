package dev.sluice.jms.message;

import dev.sluice.core.pacing.IterationTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How large bodies are, in bytes. {@link #parse} reads the forms that people write. Drawing a size
 * allocates nothing.
 */
public sealed interface SizeDistribution
    permits SizeDistribution.Uniform,
        SizeDistribution.Zipf,
        SizeDistribution.Weighted,
        RecordedMix {

  /**
   * The size of the next body.
   *
   * @param times of the iteration that it is for
   */
  int nextBytes(SplittableRandom random, IterationTimes times);

  /** The mean of the sizes. */
  double meanBytes();

  /** Whether there is one size only. */
  default boolean fixed() {
    return false;
  }

  /** A few words for people. */
  String describe();

  /** Always the same size. */
  static SizeDistribution of(int bytes) {
    return new Uniform(bytes, bytes);
  }

  /** Every size from the least to the most, which may be the same, is as likely as any other. */
  record Uniform(int leastBytes, int mostBytes) implements SizeDistribution {

    public Uniform {
      requireRange(leastBytes, mostBytes);
    }

    @Override
    public int nextBytes(SplittableRandom random, IterationTimes times) {
      return fixed() ? leastBytes : random.nextInt(leastBytes, mostBytes + 1);
    }

    @Override
    public boolean fixed() {
      return leastBytes == mostBytes;
    }

    @Override
    public double meanBytes() {
      return (leastBytes + (double) mostBytes) / 2;
    }

    @Override
    public String describe() {
      return fixed()
          ? leastBytes + " bytes"
          : leastBytes + " to " + mostBytes + " bytes, evenly spread";
    }
  }

  /**
   * Mostly small, now and then large: how likely a size is falls with a power of it.
   *
   * <p>A size n has a share proportional to the integral of {@code x^-exponent} from n to n + 1. So
   * with exponent 1, sizes from 1 to 2 KiB are as frequent as those from 2 to 4 KiB.
   *
   * @param leastBytes at least 1
   * @param exponent above 0; the greater, the rarer are large messages
   */
  record Zipf(int leastBytes, int mostBytes, double exponent) implements SizeDistribution {

    /** The default. */
    public static final double USUAL_EXPONENT = 1;

    private static final double MAX_EXPONENT = 10;

    public Zipf {
      requireRange(leastBytes, mostBytes);
      if (leastBytes < 1) {
        throw new IllegalArgumentException("the smallest size must be 1 or more");
      }
      if (!(exponent > 0 && exponent <= MAX_EXPONENT)) {
        throw new IllegalArgumentException("the exponent must be above 0 and at most 10");
      }
    }

    /** Inverts the integral of the density, which has two forms. */
    @Override
    public int nextBytes(SplittableRandom random, IterationTimes times) {
      double share = random.nextDouble();
      double low = leastBytes;
      double high = mostBytes + 1.0;
      double power = 1 - exponent;
      double size =
          power == 0
              ? low * Math.pow(high / low, share)
              : low * Math.pow(1 + share * (Math.pow(high / low, power) - 1), 1 / power);
      return Math.max(leastBytes, Math.min(mostBytes, (int) size)); // rounding may leave the range
    }

    /** That of the density, less the half byte that is cut off on average. */
    @Override
    public double meanBytes() {
      return integral(1 - exponent) / integral(-exponent) - 0.5;
    }

    /** Of a power over the range. */
    private double integral(double power) {
      double low = leastBytes;
      double high = mostBytes + 1.0;
      return power == -1
          ? Math.log(high / low)
          : (Math.pow(high, power + 1) - Math.pow(low, power + 1)) / (power + 1);
    }

    @Override
    public String describe() {
      return leastBytes + " to " + mostBytes + " bytes, zipf with exponent " + exponent;
    }
  }

  /** A list of sizes, each with its share. */
  record Weighted(List<WeightedSize> shares) implements SizeDistribution {

    /**
     * One of the sizes.
     *
     * @param weight above 0; how often it comes is its part of all weights
     */
    public record WeightedSize(int bytes, double weight) {

      public WeightedSize {
        requireSize(bytes);
        if (!(weight > 0 && weight <= 1e9)) {
          throw new IllegalArgumentException("a weight must be above 0 and at most 1e9");
        }
      }
    }

    public Weighted {
      shares = List.copyOf(shares);
      if (shares.isEmpty()) {
        throw new IllegalArgumentException("a weighted list needs a size");
      }
    }

    @Override
    public int nextBytes(SplittableRandom random, IterationTimes times) {
      double left = random.nextDouble() * total();
      int last = shares.size() - 1;
      for (int i = 0; i < last; i++) { // by index: an iterator would be an object
        left -= shares.get(i).weight();
        if (left < 0) {
          return shares.get(i).bytes();
        }
      }
      return shares.get(last).bytes();
    }

    @Override
    public String describe() {
      StringBuilder text = new StringBuilder();
      for (WeightedSize share : shares) {
        text.append(text.isEmpty() ? "" : ", ")
            .append(share.bytes())
            .append(" bytes (")
            .append(Math.round(1000 * share.weight() / total()) / 10.0)
            .append(" %)");
      }
      return text.toString();
    }

    @Override
    public double meanBytes() {
      return shares.stream().mapToDouble(each -> each.bytes() * each.weight()).sum() / total();
    }

    private double total() {
      double total = 0;
      for (int i = 0; i < shares.size(); i++) {
        total += shares.get(i).weight();
      }
      return total;
    }
  }

  /**
   * Parses a text: {@code 2KiB}, {@code uniform:1KiB..64KiB}, {@code zipf:1KiB..1MiB}, {@code
   * zipf:1KiB..1MiB,1.5}, {@code weighted:1KiB=80,64KiB=20}.
   *
   * @throws IllegalArgumentException if it is none of these; the message says what is wrong
   */
  static SizeDistribution parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return of(ByteSize.parse(text));
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
    List<Weighted.WeightedSize> shares = new ArrayList<>();
    for (String share : parameters.split(",", -1)) {
      String[] sizeAndWeight = twoOf(share, "=", "'" + share + "' has no weight");
      shares.add(
          new Weighted.WeightedSize(
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

  private static void requireSize(int bytes) {
    if (bytes < 0 || bytes > ByteSize.LARGEST_BYTES) {
      throw new IllegalArgumentException("a message cannot have " + bytes + " bytes");
    }
  }

  private static void requireRange(int leastBytes, int mostBytes) {
    requireSize(leastBytes);
    requireSize(mostBytes);
    if (leastBytes > mostBytes) {
      throw new IllegalArgumentException("the range ends before it begins");
    }
  }
}
