package orders;

/** What somebody did to the service since the last release: -Dfault=delay. */
final class Fault {

  private Fault() {}

  static void beforeAnAnswer() {
    if ("delay".equals(System.getProperty("fault"))) {
      try {
        Thread.sleep(30);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
