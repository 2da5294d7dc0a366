package dev.sluice.control.measure;

/**
 * Whom a step means.
 *
 * @param workload a workload, or empty for those a person would expect
 * @param target another harness process of the scenario, or empty for this one
 */
public record Target(String workload, String target) {

  public static final Target EVERYBODY = new Target("", "");

  public boolean elsewhere() {
    return !target.isEmpty();
  }

  /** Behind a verb: { senders}, { of app1}, or nothing. */
  public String words() {
    return (workload.isEmpty() ? "" : " " + workload) + (elsewhere() ? " of " + target : "");
  }

  /** As a figure's owner is called: {@code senders}, {@code app1/receivers}, {@code app1}. */
  public String name() {
    return target + (target.isEmpty() || workload.isEmpty() ? "" : "/") + workload;
  }
}
