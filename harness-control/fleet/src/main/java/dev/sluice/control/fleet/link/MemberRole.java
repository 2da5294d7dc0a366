package dev.sluice.control.fleet.link;

/** The role of a process in its fleet. */
public enum MemberRole {
  /** It does what a controller orders. */
  AGENT("agent"),
  /** It orders, and is the only one. */
  CONTROLLER("controller"),
  /**
   * It asks agents how they are. A controller's user has the rights for that, so it logs in as one.
   */
  VISITOR("controller");

  private final String user;

  MemberRole(String user) {
    this.user = user;
  }

  /** Its user at a hub of the fleet's own. */
  String user() {
    return user;
  }
}
