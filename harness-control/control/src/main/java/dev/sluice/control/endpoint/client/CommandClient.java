package dev.sluice.control.endpoint.client;

import dev.sluice.control.command.Command;
import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.endpoint.access.ClientTls;
import dev.sluice.control.endpoint.client.Address.HttpAddress;
import dev.sluice.control.endpoint.client.Reply.ReplyRules;
import dev.sluice.core.text.ForeignText;
import dev.sluice.core.time.NanoClock;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLException;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Sends one command to command sockets, Sluice's or JMSPerfHarness's, or to the pages of runs.
 * Immutable; any thread.
 *
 * <pre>{@code
 * List<Reply> replies =
 *     new CommandClient(Optional.empty())
 *         .sendToAll(List.of(Address.parse("app1:4444")), "rate +115", Duration.ofSeconds(10));
 * boolean allDid = replies.stream().allMatch(Reply::ok);
 * }</pre>
 */
public final class CommandClient {

  private static final int MAX_LINE_BYTES = Command.MAX_LINE_BYTES;
  private static final int MAX_REPLY_CHARACTERS = 4 << 20;
  private static final int MAX_AT_ONCE = 64;

  /** Ample for a host that is overloaded. */
  private static final Duration GREETING_WITHIN = Duration.ofSeconds(10);

  private final Optional<AccessToken> token;
  private final Optional<ClientTls> tls;
  private final NanoClock clock;

  /** One whose connections are not encrypted. */
  public CommandClient(Optional<AccessToken> token) {
    this(token, Optional.empty());
  }

  /**
   * @param token shown to each socket first, if there is one
   * @param tls how connections are encrypted, if they are
   */
  public CommandClient(Optional<AccessToken> token, Optional<ClientTls> tls) {
    this(token, tls, NanoClock.SYSTEM);
  }

  CommandClient(Optional<AccessToken> token, Optional<ClientTls> tls, NanoClock clock) {
    this.token = token;
    this.tls = tls;
    this.clock = clock;
  }

  /**
   * Sends a command to all at the same time and waits for all replies. What goes wrong with one of
   * them is told by its reply, not by an exception.
   *
   * @param line the command, one line
   * @param timeout how long each may take, connecting included
   * @return a reply for each address, in their order
   * @throws IllegalArgumentException if the command is empty, has several lines or is too long
   * @throws InterruptedException if interrupted; some may have carried the command out
   */
  public List<Reply> sendToAll(List<? extends Address> addresses, String line, Duration timeout)
      throws InterruptedException {
    requireOneLine(line);
    if (addresses.isEmpty()) {
      return List.of();
    }
    if (addresses.size() == 1) {
      return List.of(sendTo(addresses.get(0), line, timeout));
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(addresses.size(), MAX_AT_ONCE), CommandClient::daemon);
    try {
      List<Reply> replies = new ArrayList<>();
      List<Future<Reply>> pending =
          threads.invokeAll(
              addresses.stream()
                  .<Callable<Reply>>map(at -> () -> sendTo(at, line, timeout))
                  .toList());
      for (Future<Reply> reply : pending) {
        replies.add(reply.get());
      }
      return replies;
    } catch (ExecutionException e) {
      throw new IllegalStateException("sending a command failed", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private Reply sendTo(Address at, String line, Duration timeout) throws InterruptedException {
    return at instanceof HttpAddress page
        ? new HttpCommands(token, tls).send(page, line, timeout)
        : send((HostPort) at, line, timeout);
  }

  /** Sends a command to one. As {@link #sendToAll}. */
  public Reply send(HostPort at, String line, Duration timeout) {
    requireOneLine(line);
    List<String> lines = new ArrayList<>();
    try (LineSocket socket = open(at, timeout)) {
      socket.send(line);
      return converse(at, socket, new ReplyRules(line), lines);
    } catch (LineSocket.NoReplyException e) {
      return Reply.failed(at, List.of(), at + " is not a command socket: " + e.getMessage());
    } catch (RefusedException e) {
      return Reply.failed(at, e.lines, e.getMessage());
    } catch (IOException e) {
      return Reply.failed(at, lines, explain(at, e, timeout));
    }
  }

  /**
   * Sends a line to a port that neither greets nor asks for a token, such as the admin port of the
   * simulated cluster, and waits for a line that begins with OK or ERR.
   *
   * @return has that line, unless something went wrong
   */
  public static Reply ask(HostPort at, String line, Duration timeout) {
    try (LineSocket socket = new LineSocket(at, Optional.empty(), timeout, NanoClock.SYSTEM)) {
      socket.send(line);
      while (true) {
        String answer = socket.receive();
        if (answer.startsWith("OK")) {
          return Reply.done(at, List.of(answer));
        }
        if (answer.startsWith("ERR")) {
          return Reply.failed(at, List.of(answer), at + " answered: " + answer);
        }
      }
    } catch (LineSocket.NoReplyException e) {
      return Reply.failed(at, List.of(), at + " did not answer: " + e.getMessage());
    } catch (IOException e) {
      return Reply.failed(at, List.of(), explain(at, e, timeout));
    }
  }

  /**
   * A connection that takes commands.
   *
   * @throws RefusedException if the other end does not want any from here
   */
  LineSocket open(HostPort at, Duration timeout) throws IOException {
    LineSocket socket = new LineSocket(at, tls, timeout, clock);
    try {
      String greeting = greeting(socket);
      if (ReplyRules.isError(greeting)) {
        throw new RefusedException(greeting, List.of(greeting));
      }
      if (token.isPresent()) {
        socket.send(token.get().authLine());
        String answer = socket.receive();
        if (!ReplyRules.isOk(answer)) {
          throw new RefusedException("the token was not accepted: " + answer, List.of());
        }
      }
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** A command socket greets at once, so one that is silent is something else. */
  private static String greeting(LineSocket socket) throws IOException {
    if (!socket.hasMoreThan(GREETING_WITHIN)) {
      return socket.receive();
    }
    try {
      return socket.receive(GREETING_WITHIN);
    } catch (SocketTimeoutException e) {
      throw new LineSocket.NoReplyException(
          "it sent no greeting within " + GREETING_WITHIN.toSeconds() + " s");
    }
  }

  /** The other end takes no commands from here. */
  static final class RefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // nobody serializes it
    private final List<String> lines;

    private RefusedException(String message, List<String> lines) {
      super(message);
      this.lines = lines;
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "command-client");
    thread.setDaemon(true);
    return thread;
  }

  private static Reply converse(
      HostPort at, LineSocket socket, ReplyRules rules, List<String> lines) throws IOException {
    long characters = 0;
    while (true) {
      String line = socket.receive();
      characters += line.length() + 1;
      if (characters > MAX_REPLY_CHARACTERS) {
        throw new LineSocket.NoReplyException("its reply does not end");
      }
      lines.add(line);
      if (rules.isLast(line)) {
        return rules.isSuccess(line) ? Reply.done(at, lines) : Reply.failed(at, lines, line);
      }
    }
  }

  private static void requireOneLine(String line) {
    if (line.isBlank() || line.chars().anyMatch(c -> c == '\n' || c == '\r')) {
      throw new IllegalArgumentException("a command is one non-empty line");
    }
    int bytes = line.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_LINE_BYTES) {
      throw new IllegalArgumentException(
          "a command has at most " + MAX_LINE_BYTES + " bytes, not " + bytes);
    }
  }

  /** What is behind a failure; TLS wraps what went wrong several times. */
  private static String reason(Throwable failure) {
    Throwable last = failure;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return last.getMessage();
  }

  static String explain(Address at, IOException failure, Duration timeout) {
    if (failure instanceof RefusedException) {
      return failure.getMessage();
    }
    if (failure instanceof SocketTimeoutException || failure instanceof HttpTimeoutException) {
      return "no answer from " + at + " within " + timeout.toMillis() + " ms";
    }
    if (failure instanceof UnknownHostException && at instanceof HostPort socket) {
      return "unknown host " + socket.host();
    }
    if (failure instanceof EOFException) {
      return at + " closed the connection before it replied";
    }
    if (failure instanceof SSLException) {
      return "the TLS connection to " + at + " failed: " + ForeignText.printable(reason(failure));
    }
    if (failure instanceof ConnectException) {
      String why = failure.getMessage(); // null over HTTP
      return "nothing listens at " + at + (why == null ? "" : " (" + why + ")");
    }
    return "the connection to " + at + " broke: " + failure.getMessage();
  }

  /** Sends commands to the HTTP port of a process. Immutable; any thread. */
  record HttpCommands(Optional<AccessToken> token, Optional<ClientTls> tls) {

    private static final String PATH = "/api/v1/commands";
    private static final int OK = 200;
    private static final int MAX_REPLY_BYTES = 4 << 20;

    /** Sends a command. What goes wrong is told by the reply. */
    Reply send(HttpAddress at, String line, Duration timeout) throws InterruptedException {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(at.at(PATH))
              .timeout(timeout)
              .header("Content-Type", "text/plain; charset=utf-8")
              .POST(HttpRequest.BodyPublishers.ofString(line));
      token.ifPresent(each -> request.header("Authorization", each.bearer()));
      try {
        HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(timeout);
        tls.ifPresent(each -> client.sslContext(each.context()));
        HttpResponse<InputStream> response =
            client.build().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        return reply(at, response.statusCode(), text(response.body()));
      } catch (JSONException e) {
        return Reply.failed(at, List.of(), at + " is not the page of a run");
      } catch (IOException e) {
        return Reply.failed(at, List.of(), explain(at, e, timeout));
      }
    }

    private static Reply reply(HttpAddress at, int status, String body) {
      JSONObject answer = new JSONObject(body);
      List<String> lines = new ArrayList<>();
      if (answer.has("lines")) {
        answer
            .getJSONArray("lines")
            .forEach(each -> lines.add(ForeignText.printable(each.toString())));
      }
      return status == OK
          ? Reply.done(at, lines)
          : Reply.failed(at, lines, ForeignText.printable(answer.getString("detail")));
    }

    private static String text(InputStream body) throws IOException {
      try (body) {
        byte[] all = body.readNBytes(MAX_REPLY_BYTES);
        if (body.read() >= 0) {
          throw new IOException("its reply does not end");
        }
        return new String(all, StandardCharsets.UTF_8);
      }
    }
  }
}
