package dev.sluice.control.top;

import java.util.List;

/** A row of values as a line of blocks, the largest of them the highest. Pure functions. */
final class Sparkline {

  private static final String BLOCKS = "▁▂▃▄▅▆▇█";

  private Sparkline() {}

  /**
   * The last values that fit.
   *
   * @param values 0 or more each; what is not a number is a gap
   * @param width in characters
   */
  static String of(List<Double> values, int width) {
    List<Double> shown =
        values.subList(Math.max(0, values.size() - Math.max(0, width)), values.size());
    double most = shown.stream().filter(Double::isFinite).mapToDouble(each -> each).max().orElse(0);
    StringBuilder line = new StringBuilder();
    for (double value : shown) {
      line.append(Double.isFinite(value) ? block(value, most) : ' ');
    }
    return line.toString();
  }

  private static char block(double value, double most) {
    int height = most > 0 ? (int) Math.ceil(value / most * BLOCKS.length()) : 0;
    return BLOCKS.charAt(Math.max(1, Math.min(BLOCKS.length(), height)) - 1);
  }
}
