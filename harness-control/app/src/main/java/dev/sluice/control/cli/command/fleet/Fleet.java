package dev.sluice.control.cli.command.fleet;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** How a process introduces itself to a fleet. */
public final class Fleet {

  private Fleet() {}

  /** The version of Sluice, which all members have. */
  public static String version() {
    String packaged = Fleet.class.getPackage().getImplementationVersion();
    return packaged == null ? "unpackaged" : packaged;
  }

  /** The name of this host, without its domain. */
  static String host() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceFirst("(?<=[^0-9.])\\..*", "");
    } catch (UnknownHostException e) {
      return "unknown-host";
    }
  }

  /** The name of a member that comes and goes. */
  static String visitor(String what) {
    return what + "-" + host() + "-" + ProcessHandle.current().pid();
  }
}
