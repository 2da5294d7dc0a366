package dev.sluice.mqsim.questions;

/**
 * One thing that the simulator assumes of queue managers, as a question to one. An answer has
 * nothing in it that is different each time, and no name of a host, a user or a queue.
 *
 * @param text the question in words
 * @param inquiry how it is asked
 */
record Question(String text, Inquiry inquiry) {

  /** What begins the answer to a question that was not asked; the reason follows. */
  static final String NOT_ASKED = "not asked";

  /** Asks a queue manager, and says in words what it answered. */
  @FunctionalInterface
  interface Inquiry {
    String ask(Respondent asked) throws Exception;
  }
}
