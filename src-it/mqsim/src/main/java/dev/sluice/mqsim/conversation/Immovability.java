package dev.sluice.mqsim.conversation;

/** Why an application instance cannot be moved now, by the codes of IBM MQ (MQIMMREASON). */
public enum Immovability {
  NONE(0),
  NOT_CLIENT(1),
  NOT_RECONNECTABLE(2),
  MOVING(3),
  APPLNAME_CHANGED(4),
  IN_TRANSACTION(5),
  AWAITS_REPLY(6),
  NO_REDIRECT(7);

  private final int code;

  Immovability(int code) {
    this.code = code;
  }

  /** The number that inquiries are answered with. */
  public int code() {
    return code;
  }
}
