package dev.sluice.mqsim.questions;

/**
 * What a real and a simulated queue manager answered to one question.
 *
 * @param question in words
 */
record Answers(String question, String real, String simulated) {

  static final String TITLE = "question | real | simulated | same";

  static Answers to(Question question, Respondent real, Respondent simulated) {
    return new Answers(question.text(), answer(question, real), answer(question, simulated));
  }

  private static String answer(Question question, Respondent asked) {
    try {
      return question.inquiry().ask(asked);
    } catch (Exception e) {
      return "failed, " + RefusalQuestions.reasonOf(e);
    }
  }

  /** Whether both were asked and answered otherwise. */
  boolean differ() {
    return isAsked() && !real.equals(simulated);
  }

  private boolean isAsked() {
    return !real.startsWith(Question.NOT_ASKED) && !simulated.startsWith(Question.NOT_ASKED);
  }

  /** A row of the table. */
  @Override
  public String toString() {
    String same = differ() ? "NO" : isAsked() ? "yes" : "-";
    return "%s | %s | %s | %s".formatted(question, real, simulated, same);
  }
}
