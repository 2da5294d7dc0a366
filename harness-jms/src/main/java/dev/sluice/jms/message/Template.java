package dev.sluice.jms.message;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A text with places that every message fills again. Parsed once; what stands between the places is
 * kept as it is. Immutable, for any number of workers.
 */
public final class Template {

  private static final String OPEN = "${";
  private static final String ESCAPED_OPEN = "$${";

  /**
   * The source of the values for the places.
   *
   * @param number of the message, from 1 for each worker
   * @param worker the worker's number, from 1
   * @param random the worker's own
   */
  record Row(long number, int worker, SplittableRandom random) {}

  /** A piece of the text. */
  @FunctionalInterface
  interface Part {
    void append(StringBuilder text, Row row);
  }

  private final List<Part> parts;
  private final boolean varies;

  private Template(List<Part> parts, boolean varies) {
    this.parts = List.copyOf(parts);
    this.varies = varies;
  }

  /**
   * Finds the places, which are written &#36;&#123;NAME&#125;, with the names of {@link
   * Placeholders}; a second dollar sign before makes it plain text.
   *
   * @param clock what {@code ${time}} shows
   * @throws IllegalArgumentException if a place is none of these; the message says where and what
   */
  public static Template parse(String text, InstantSource clock) {
    Placeholders placeholders = new Placeholders(clock);
    List<Part> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    boolean varies = false;
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith(ESCAPED_OPEN, at)) {
        literal.append(OPEN);
        at += ESCAPED_OPEN.length();
      } else if (text.startsWith(OPEN, at)) {
        int end = text.indexOf('}', at);
        if (end < 0) {
          throw new IllegalArgumentException(place(text, at) + "'${' without a '}'");
        }
        addLiteral(literal, parts);
        try {
          parts.add(placeholders.parse(text.substring(at + OPEN.length(), end)));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(place(text, at) + e.getMessage(), e);
        }
        varies = true;
        at = end + 1;
      } else {
        literal.append(text.charAt(at));
        at++;
      }
    }
    addLiteral(literal, parts);
    return new Template(parts, varies);
  }

  /** Whether there is a place to fill at all. */
  boolean varies() {
    return varies;
  }

  /** Appends the text of one message. */
  void append(StringBuilder text, Row row) {
    for (Part part : parts) {
      part.append(text, row);
    }
  }

  private static void addLiteral(StringBuilder literal, List<Part> parts) {
    if (!literal.isEmpty()) {
      String kept = literal.toString();
      parts.add((text, row) -> text.append(kept));
      literal.setLength(0);
    }
  }

  private static String place(String text, int at) {
    String before = text.substring(0, at);
    long line = 1 + before.chars().filter(c -> c == '\n').count();
    int column = at - before.lastIndexOf('\n');
    return "line " + line + ", column " + column + ": ";
  }
}
