package dev.sluice.it.nemesis;

import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.json.JSONObject;

/** The packaged program with a scenario, watched and steered through its command socket. */
final class ProgramUnderTest implements AutoCloseable {

  private static final Duration COMMAND = Duration.ofSeconds(30);
  private static final Duration END = Duration.ofMinutes(2);

  private final Path folder;
  private final HostPort control;
  private final LiveProcess process;

  ProgramUnderTest(Setup setup, String provider, Path folder) throws IOException {
    this.folder = folder;
    this.control = new HostPort("127.0.0.1", FreePorts.take());
    Path scenario =
        Files.writeString(
            folder.resolve("scenario.yaml"), setup.scenario(provider, folder, control.port()));
    this.process =
        LiveProcess.start("run " + scenario, "-Xmx160m", "-XX:+UseSerialGC", "-Xshare:auto");
  }

  /** Sends a command and waits until it is carried out. */
  Reply command(String line) {
    Reply reply = new CommandClient(Optional.empty()).send(control, line, COMMAND);
    if (!reply.ok()) {
      throw new IllegalStateException(line + ": " + reply + "\n" + process);
    }
    return reply;
  }

  /** What it knows of its workloads now; empty if it does not answer. */
  Optional<JSONObject> status() {
    Reply reply = new CommandClient(Optional.empty()).send(control, "status json", COMMAND);
    return reply.ok() ? Optional.of(new JSONObject(reply.lines().get(0))) : Optional.empty();
  }

  void signal(String name) throws IOException, InterruptedException {
    process.signal(name);
  }

  boolean ended() {
    return ProcessHandle.of(process.pid()).isEmpty();
  }

  /** Ends the run; what it says of it. */
  RunSummary stop() throws IOException, InterruptedException {
    command("stop");
    process.exitCode(END);
    return RunSummary.read(folder.resolve("results"));
  }

  @Override
  public void close() {
    process.close();
  }

  @Override
  public String toString() {
    return process.toString();
  }
}
