package dev.sluice.control.cli;

import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Everything that comes out of a command, run in this process.
 *
 * @param exitCode what the process would have ended with
 * @param texts standard output and error, what the command socket, the page with its HTTP interface
 *     and the metrics answered while it ran, and each file that it left; by where they come from
 */
record CommandOutputs(int exitCode, Map<String, String> texts) {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Pattern SOCKET = Pattern.compile("commands on 127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern PAGE = Pattern.compile("page on (http://127\\.0\\.0\\.1:\\d+)/");
  private static final Pattern METRICS = Pattern.compile("metrics on 127\\.0\\.0\\.1:(\\d+)");

  /**
   * Runs it to its end.
   *
   * @param out where it leaves files, if it does
   * @param asked what its command socket is asked again and again, if it has one
   * @param token what its page is shown, if it has one
   */
  static CommandOutputs of(String[] arguments, Path out, List<String> asked, String token)
      throws Exception {
    StringWriter standardOutput = new StringWriter();
    StringWriter standardError = new StringWriter();
    FutureTask<Integer> run =
        new FutureTask<>(
            () ->
                Main.execute(
                    arguments,
                    new PrintWriter(standardOutput, true),
                    new PrintWriter(standardError, true),
                    new Secrets()));
    new Thread(run, "sluice").start();
    StringBuilder answers = new StringBuilder();
    while (!run.isDone()) {
      Matcher socket = SOCKET.matcher(standardOutput.toString());
      if (socket.find()) {
        answers.append(answer(Integer.parseInt(socket.group(1)), asked));
      }
      Matcher metrics = METRICS.matcher(standardOutput.toString());
      if (metrics.find()) {
        String base = "http://127.0.0.1:" + metrics.group(1);
        answers.append(answer(request(base + "/metrics").build()));
      }
      Matcher page = PAGE.matcher(standardOutput.toString());
      if (page.find()) {
        answers.append(page(page.group(1), token));
      }
      Thread.sleep(20);
    }
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("standard output", standardOutput.toString());
    texts.put("standard error", standardError.toString());
    texts.put("answers", answers.toString());
    if (Files.isDirectory(out)) {
      try (Stream<Path> files = Files.walk(out)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          texts.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return new CommandOutputs(run.get(), texts);
  }

  private static String answer(int port, List<String> lines) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(5_000);
      socket
          .getOutputStream()
          .write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString(); // the run has ended
    }
  }

  /** With the token and without. */
  private static String page(String base, String token) throws InterruptedException {
    StringBuilder answers = new StringBuilder();
    String api = base + "/api/v1/";
    for (String url :
        List.of(base + "/", api + "run", api + "intervals", api + "events", base + "/metrics")) {
      answers.append(answer(request(url).build()));
      answers.append(answer(request(url).header("Authorization", "Bearer " + token).build()));
    }
    for (String command : List.of("mark pw=" + token, "auth " + token, token)) {
      answers.append(
          answer(
              request(api + "commands")
                  .header("Authorization", "Bearer " + token)
                  .POST(HttpRequest.BodyPublishers.ofString(command))
                  .build()));
    }
    return answers.toString();
  }

  private static HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10));
  }

  private static String answer(HttpRequest request) throws InterruptedException {
    try {
      HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
      return response.headers().map() + "\n" + response.body();
    } catch (IOException e) {
      return e.toString(); // the run has ended
    }
  }
}
