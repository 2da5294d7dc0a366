package dev.sluice.control.fleet.link;

import dev.sluice.jms.provider.Credentials;
import java.util.List;

/**
 * Which fleet a process belongs to, and where its hub is.
 *
 * @param fleet the name of the fleet
 * @param member the name of this process, which no other process has and none will have
 * @param version the version of Sluice, which must be that of the others
 * @param hubs where the hub is, or may come up again; empty if it is in this process
 * @param port of the hub in this process; 0 for any free one
 * @param broker who this process is at a broker of one's own
 */
public record FleetSettings(
    String fleet,
    String member,
    String version,
    List<HubAddress> hubs,
    int port,
    Credentials broker) {

  /** What names of fleets consist of. */
  private static final String FLEET = "[A-Za-z0-9_-]{1,100}";

  public FleetSettings {
    hubs = List.copyOf(hubs);
    if (!fleet.matches(FLEET)) {
      throw new IllegalArgumentException(
          "'" + fleet + "' is not a valid name: use up to 100 letters, digits, '_' and '-'");
    }
  }
}
