package dev.sluice.it.results;

import dev.sluice.it.run.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A browser without a window, with a profile of its own, that listens on the loopback address. */
final class Chromium implements AutoCloseable {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome-stable", "google-chrome");
  private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/]+)/.*");
  private static final Duration END = Duration.ofSeconds(10);
  private static final Duration INSTALLATION = Duration.ofMinutes(8);

  private final Process process;
  private final String address;

  private Chromium(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Starts it; where there is none, and it may, installs Debian's package first. */
  static Chromium start(Path profile) throws IOException, InterruptedException {
    Path program =
        installed()
            .orElseThrow(
                () ->
                    new IllegalStateException("no browser: install chromium, or run this as root"));
    Process process =
        ChildProcess.builder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--remote-debugging-address=127.0.0.1",
                "--window-size=1200,900",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .start();
    try {
      return new Chromium(process, addressOf(process));
    } catch (IOException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Where its pages are listed. */
  URI pages() {
    return URI.create("http://" + address + "/json/list");
  }

  @Override
  public void close() {
    // who drove it has asked it to end, so that it removes what it put aside
    try {
      if (process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then without waiting
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static String addressOf(Process process) throws IOException {
    List<String> said = new ArrayList<>();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher matcher = LISTENING.matcher(line);
      if (matcher.matches()) {
        drain(output);
        return matcher.group(1);
      }
      said.add(line);
    }
    throw new IOException("the browser did not start: " + said);
  }

  /** Reads on, so that the browser never waits for somebody to listen. */
  private static void drain(BufferedReader output) {
    Thread reader =
        new Thread(
            () -> {
              try (output) {
                output.transferTo(java.io.Writer.nullWriter());
              } catch (IOException e) {
                Thread.currentThread().interrupt(); // the browser has ended
              }
            },
            "browser output");
    reader.setDaemon(true);
    reader.start();
  }

  /** One process installs it; others wait for that, lest they start half of it. */
  private static Optional<Path> installed() throws IOException, InterruptedException {
    Path lock = Path.of(System.getProperty("java.io.tmpdir"), "sluice-browser.lock");
    try (FileChannel file =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.lock();
      if (find().isEmpty()) {
        install();
      }
      return find();
    }
  }

  private static Optional<Path> find() {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static void install() throws IOException, InterruptedException {
    if (!"root".equals(System.getProperty("user.name"))) {
      return;
    }
    for (List<String> command :
        List.of(
            List.of("apt-get", "update"),
            List.of("apt-get", "install", "-y", "--no-install-recommends", "chromium"))) {
      Process process =
          ChildProcess.builder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(INSTALLATION.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("took too long: " + command);
      }
    }
  }
}
