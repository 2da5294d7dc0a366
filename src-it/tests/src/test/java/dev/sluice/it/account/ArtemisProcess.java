package dev.sluice.it.account;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** An Artemis broker in a process of its own, which can be killed as a host is that loses power. */
final class ArtemisProcess implements AutoCloseable {

  private final Process process;
  private final int port;

  ArtemisProcess() throws IOException {
    process =
        ChildProcess.builder(ArtemisProcess.class)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    port = Integer.parseInt(said.readLine());
  }

  String url() {
    return "tcp://127.0.0.1:" + port;
  }

  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    kill();
  }

  /** Runs a broker until it is killed. */
  public static void main(String[] args) throws InterruptedException {
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0)) {
      System.out.println(broker.tcpPort());
      new CountDownLatch(1).await();
    }
  }
}
