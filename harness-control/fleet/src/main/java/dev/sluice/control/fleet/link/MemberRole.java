package dev.sluice.control.fleet.link;

/** What a process is in its fleet. */
public enum MemberRole {
  /** It does what a controller orders. */
  AGENT("agent"),
  /** It orders, and is the only one. */
  CONTROLLER("controller"),
  /** It asks agents how they are. */
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
