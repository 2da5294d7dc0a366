package dev.sluice.control.launch;

/**
 * Where the runnable jar begins. It is compiled for Java 8, so that a Java that is too old for the
 * program says in one line which one is needed, and not in a stack trace about versions of class
 * files.
 */
public final class Entry {

  private static final int NEEDED = 17;
  private static final int USAGE = 2; // as in the list of exit codes
  private static final String PROGRAM = "dev.sluice.control.cli.Main";

  private Entry() {}

  /** Goes on with the program, or ends the process. */
  public static void main(String[] args) throws ReflectiveOperationException {
    String complaint =
        complaint(
            System.getProperty("java.specification.version"), System.getProperty("java.home"));
    if (!complaint.isEmpty()) {
      System.err.println(complaint);
      System.exit(USAGE);
    }
    Class.forName(PROGRAM).getMethod("main", String[].class).invoke(null, (Object) args);
  }

  /**
   * One line about a Java that is too old, empty if it is not.
   *
   * @param version as in {@code java.specification.version}: 1.8, 11, 17
   * @param home where that Java is
   */
  static String complaint(String version, String home) {
    String feature = version.startsWith("1.") ? version.substring(2) : version;
    if (Integer.parseInt(feature) >= NEEDED) {
      return "";
    }
    return "sluice: this is Java "
        + version
        + " ("
        + home
        + "); Java "
        + NEEDED
        + " or later is needed";
  }
}
