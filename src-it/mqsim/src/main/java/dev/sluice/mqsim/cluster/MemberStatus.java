package dev.sluice.mqsim.cluster;

import java.util.Map;

/**
 * A member as it is now. Immutable.
 *
 * @param networkCut whether its network is cut
 * @param sockets open sockets
 * @param applications by application name
 * @param puts messages put since the member was made
 * @param gets messages got since the member was made
 * @param utilisation part of its capacity that was used in the last seconds; 0 if unlimited
 * @param depths messages per queue; empty queues are left out
 * @param runningChannels ends of message channels that run
 * @param channelRetries attempts of senders to connect that failed, and connections that broke
 */
public record MemberStatus(
    String name,
    int port,
    MemberState state,
    boolean networkCut,
    int sockets,
    Map<String, ApplicationStatus> applications,
    long puts,
    long gets,
    double putsPerSecond,
    double getsPerSecond,
    double utilisation,
    Map<String, Integer> depths,
    int runningChannels,
    long channelRetries) {

  /** Application instances of all applications. */
  public int instances() {
    return applications.values().stream().mapToInt(ApplicationStatus::instances).sum();
  }

  /** Instances of one application. */
  public int instances(String applicationName) {
    ApplicationStatus application = applications.get(applicationName);
    return application == null ? 0 : application.instances();
  }

  /** Messages in all queues. */
  public int depth() {
    return depths.values().stream().mapToInt(Integer::intValue).sum();
  }
}
