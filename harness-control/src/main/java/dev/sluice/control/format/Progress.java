package dev.sluice.control.format;

/**
 * How far a scenario is.
 *
 * @param text which step goes on, one line; empty if none does
 * @param share of the time of all steps, as far as that is known, from 0 to 1
 */
public record Progress(String text, double share) {

  /** No step goes on. */
  public static final Progress NONE = new Progress("", 0);
}
