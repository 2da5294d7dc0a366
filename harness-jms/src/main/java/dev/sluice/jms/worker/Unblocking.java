package dev.sluice.jms.worker;

/**
 * Ends a wait inside a client library, on a thread of its own: some libraries make the caller wait
 * until the other has left, and whoever unblocks one worker has others to unblock.
 */
final class Unblocking {

  private Unblocking() {}

  static void start(Runnable closing) {
    Thread thread = new Thread(closing, "unblock");
    thread.setDaemon(true);
    thread.start();
  }
}
