package dev.sluice.jms.session;

import jakarta.jms.Session;

/** How a session says that what it received has arrived. */
public enum SessionMode {
  /** By itself, each message. */
  AUTO(Session.AUTO_ACKNOWLEDGE),
  /** When told to, all that was received so far. */
  CLIENT(Session.CLIENT_ACKNOWLEDGE),
  /** By itself, when it likes to: some may come again after a failure. */
  DUPS_OK(Session.DUPS_OK_ACKNOWLEDGE),
  /** With the commit of its transaction. */
  TRANSACTED(Session.SESSION_TRANSACTED);

  private final int code;

  SessionMode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
