package dev.sluice.it.bench;

import java.io.BufferedReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The figures in what a program printed of a run.
 *
 * @param text the lines
 */
record PrintedFigures(String text) {

  private static final Pattern RATE =
      Pattern.compile("did ([0-9.,]+)/s|([0-9.,]+)/s(?: achieved|, )");
  private static final Pattern PROCESSORS =
      Pattern.compile("([0-9.]+) of [0-9]+ cores|([0-9.]+) processors");

  /** Everything up to the end of the run, waited for. */
  static String rest(BufferedReader output) {
    return output.lines().collect(Collectors.joining("\n"));
  }

  /** Messages per second. */
  double perSecond() {
    return figure(RATE);
  }

  /** Processors that it kept busy. */
  double processors() {
    return figure(PROCESSORS);
  }

  private double figure(Pattern pattern) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("nothing in the output is like " + pattern);
    }
    String figure = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    return Double.parseDouble(figure.replace(",", ""));
  }
}
