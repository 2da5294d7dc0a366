package dev.sluice.control.fleet.protocol;

import java.util.Map;

/**
 * Who an agent is. It does not change while the process lives.
 *
 * @param name what people call it; the name of the member unless they chose one
 * @param host the name of its host
 * @param version the version of Sluice, which must be the controller's
 * @param labels what workloads choose agents by
 * @param cores the processors the process may use
 * @param pid the process on its host
 */
public record AgentInfo(
    String name, String host, String version, Map<String, String> labels, int cores, long pid) {

  public AgentInfo {
    labels = Map.copyOf(labels);
  }
}
