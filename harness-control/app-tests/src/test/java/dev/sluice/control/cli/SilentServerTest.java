package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.Commands;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.Logging;
import dev.sluice.core.time.NanoClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A port that takes connections and is no broker. */
class SilentServerTest {

  @AfterEach
  void letTheLogBe() {
    Logging.configure(false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--provider artemis --url tcp://127.0.0.1:PORT",
        "--provider ibmmq --host 127.0.0.1 --port PORT --qmgr QM1 --channel C"
      })
  void isNamedWhileItIsWaitedForAndIsGivenUp(String provider) throws Exception {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode;
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String[] arguments =
          Stream.of("send --threads 1 --start-timeout 5s " + provider)
              .flatMap(line -> List.of(line.split(" ", -1)).stream())
              .map(word -> word.replace("PORT", String.valueOf(mute.getLocalPort())))
              .toArray(String[]::new);
      exitCode =
          Commands.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
              .execute(arguments);
    }
    assertThat(exitCode).as("%s%n%s", out, err).isEqualTo(ExitCode.NO_CONNECTION);
    assertThat(out.toString().lines())
        .filteredOn(line -> line.contains("senders: 0 of 1 connected, none for "))
        .singleElement()
        .asString()
        .contains("waiting for an answer from ", "127.0.0.1")
        .endsWith(", 5 s at most");
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith(
            "sluice: no worker of senders came up for 5 s (0 of 1 are up): no answer from ");
  }

  @Test
  void whoStopsTheRunBeforeAnyWorkerIsUpGetsTheExitCodeOfNoConnection() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    int control;
    try (ServerSocket free = new ServerSocket(0, 1, loopback)) {
      control = free.getLocalPort();
    }
    try (ServerSocket mute = new ServerSocket(0, 50, loopback)) {
      String line =
          "send --threads 1 --start-timeout 10m --provider artemis --url tcp://127.0.0.1:%d"
              + " --control %d";
      CompletableFuture<Execution> run =
          CompletableFuture.supplyAsync(
              () -> Execution.of(line.formatted(mute.getLocalPort(), control).split(" ", -1)),
              task -> NanoClock.SYSTEM.start("run", task));
      mute.setSoTimeout(180_000); // else it would wait for ever for a program that has ended
      try (Socket worker = mute.accept();
          Socket client = new Socket(loopback, control)) {
        assertThat(worker.isConnected()).isTrue(); // it waits for an answer
        client.getOutputStream().write("stop\n".getBytes(StandardCharsets.UTF_8));
        run.join();
      }
      Execution ended = run.join().ended(ExitCode.NO_CONNECTION);
      assertThat(ended.out())
          .contains("Not started; ended: ", "stopped before all workers were connected");
    }
  }
}
