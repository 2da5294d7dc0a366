package dev.sluice.mqsim.queue;

/** A name of an object, or the beginning of one followed by an asterisk. */
public final class GenericName {

  private GenericName() {}

  /** Whether it is the beginning of names. */
  public static boolean isGeneric(String given) {
    return given.endsWith("*");
  }

  /** Whether a name is the given one or begins like it. */
  public static boolean fits(String given, String name) {
    return isGeneric(given)
        ? name.startsWith(given.substring(0, given.length() - 1))
        : name.equals(given);
  }
}
