package dev.sluice.control.endpoint.access;

/** The rights of a client; each includes those before it. */
public enum Role {
  /** Everyone who can connect: anything that shows no figures. */
  ANYBODY,
  /** To look. */
  WATCH,
  /** To give commands. */
  CONTROL
}
