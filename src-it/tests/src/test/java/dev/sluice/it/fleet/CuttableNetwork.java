package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A network of two hosts on one: the far one is a network namespace of Linux. When it is cut, what
 * is sent goes to an address that nobody has: it is lost without a word, and no connection is
 * closed. It needs the rights of root.
 */
final class CuttableNetwork implements AutoCloseable {

  private static final String NOBODY = "02:00:00:00:00:99";

  /** Tests that run beside each other have networks of their own: {@code -Dfleet.network=3}. */
  private static final int NUMBER = Integer.getInteger("fleet.network", 0);

  private static final String SUBNET = "10.231." + (77 + NUMBER) + ".";
  static final String NEAR = SUBNET + 1;
  static final String FAR = SUBNET + 2;

  private static final String FAR_HOST = "sluice-far" + NUMBER;
  private static final String NEAR_END = "sluice-near" + NUMBER;
  private static final String FAR_END = "sluice-end" + NUMBER;
  private static final String IN_FAR_HOST = "-n " + FAR_HOST + " ";

  private final String nearHardware;
  private final String farHardware;

  CuttableNetwork() throws Exception {
    close();
    ip("netns add " + FAR_HOST);
    ip("link add " + NEAR_END + " type veth peer name " + FAR_END + " netns " + FAR_HOST);
    ip("address add " + NEAR + "/24 dev " + NEAR_END);
    ip("link set " + NEAR_END + " up");
    ip(IN_FAR_HOST + "link set lo up");
    ip(IN_FAR_HOST + "address add " + FAR + "/24 dev " + FAR_END);
    ip(IN_FAR_HOST + "link set " + FAR_END + " up");
    nearHardware = ip("-br link show " + NEAR_END).split(" +", -1)[2];
    farHardware = ip(IN_FAR_HOST + "-br link show " + FAR_END).split(" +", -1)[2];
    heal();
  }

  /** What a command begins with that runs on the far host. */
  List<String> starter() {
    return List.of("ip", "netns", "exec", FAR_HOST);
  }

  void cut() throws Exception {
    reach(NOBODY, NOBODY);
  }

  void heal() throws Exception {
    reach(nearHardware, farHardware);
  }

  private static void reach(String near, String far) throws Exception {
    ip("neighbour replace " + FAR + " lladdr " + far + " nud permanent dev " + NEAR_END);
    ip(
        IN_FAR_HOST
            + "neighbour replace %s lladdr %s nud permanent dev %s".formatted(NEAR, near, FAR_END));
  }

  private static String ip(String words) throws Exception {
    Process process = process(words);
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("ip %s: %s", words, said).isZero();
    return said;
  }

  private static Process process(String words) throws IOException {
    return ChildProcess.builder(("ip " + words).split(" ", -1)).redirectErrorStream(true).start();
  }

  /** Takes it down, if it is there. */
  @Override
  public void close() throws IOException {
    process("netns delete " + FAR_HOST).onExit().join();
    process("link delete " + NEAR_END).onExit().join();
  }
}
