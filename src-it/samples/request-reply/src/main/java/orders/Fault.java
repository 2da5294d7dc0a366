package orders;

/** What somebody did to the service since the last release: -Dfault=delay or -Dfault=lose. */
final class Fault {

  private static final String FAULT = System.getProperty("fault", "");

  private Fault() {}

  /** Whether this order gets its answer, after the delay if that is the fault. */
  static boolean answers(long order) throws InterruptedException {
    if (FAULT.equals("delay")) {
      Thread.sleep(100);
    }
    return !(FAULT.equals("lose") && order % 50 == 0);
  }
}
