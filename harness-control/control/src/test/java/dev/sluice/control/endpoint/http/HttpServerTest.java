package dev.sluice.control.endpoint.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.http.EventStream.ServerSentEvent;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server's replies to requests. */
@Timeout(60)
class HttpServerTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String CONTROL = "Bearer control-token";
  private static final String WATCH = "Bearer watch-token";
  private static final String FOLLOW = "GET /followed HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger commands = new AtomicInteger();
  private final BlockingQueue<EventStream> followers = new LinkedBlockingQueue<>();
  private HttpServer server;
  private InetSocketAddress at;

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void otherPathsAndMethods() throws Exception {
    start(AccessTokens.NONE);
    assertThat(get("/healthz").body()).isEqualTo("ok\n");
    assertThat(get("/healthz?full=1").statusCode()).isEqualTo(200);
    assertThat(get("/below/this/one").body()).isEqualTo("/below/this/one");
    HttpResponse<String> nowhere = get("/");
    assertThat(nowhere.statusCode()).isEqualTo(404);
    assertThat(new JSONObject(nowhere.body()).getString("detail")).contains("/healthz");
    HttpResponse<String> post =
        send(request("/healthz").POST(HttpRequest.BodyPublishers.ofString("x")));
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("allow")).hasValue("GET, HEAD");
    HttpResponse<String> head =
        send(request("/healthz").method("HEAD", HttpRequest.BodyPublishers.noBody()));
    assertThat(head.headers().firstValue("content-length")).hasValue("3");
    HttpResponse<String> tooLarge =
        send(request("/commands").POST(HttpRequest.BodyPublishers.ofString("x".repeat(9_000))));
    assertThat(tooLarge.statusCode()).isEqualTo(413);
  }

  @Test
  void everyAnswerForbidsWhatItDoesNotNeed() throws Exception {
    start(AccessTokens.NONE);
    for (String path : List.of("/healthz", "/nowhere", "/figures")) {
      HttpResponse<String> response = get(path);
      assertThat(response.headers().firstValue("content-security-policy").orElseThrow())
          .startsWith("default-src 'none'");
      assertThat(response.headers().firstValue("x-content-type-options")).hasValue("nosniff");
      assertThat(response.headers().firstValue("set-cookie")).isEmpty();
    }
  }

  @Test
  void connectionCloseIsHonouredAndPipelinedRequestsAreAnsweredInOrder() throws Exception {
    start(AccessTokens.NONE);
    String answer =
        converse(
            String.join(
                "\r\n",
                List.of(
                    "GET /healthz HTTP/1.1",
                    "Host: x",
                    "",
                    "GET /nowhere HTTP/1.1",
                    "Host: x",
                    "",
                    "GET /healthz HTTP/1.1",
                    "Host: x",
                    "Connection: close",
                    "",
                    "")));
    assertThat(answer).containsSubsequence("200 OK", "404 Not Found", "200 OK", "close", "ok\n");
  }

  @Test
  void invalidHttpIsRejected() throws Exception {
    start(AccessTokens.NONE);
    assertThat(converse("rate 5\r\n\r\n")).contains("400 Bad Request");
    assertThat(converse("GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
        .contains("400 Bad Request", "not a valid path");
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /figures HTTP/1.1^Host: 127.0.0.1^Host: evil.example | 400",
        "GET /figures HTTP/1.1^Host: evil.example^Host: 127.0.0.1 | 400",
        "GET /figures HTTP/1.1^Host: x^Origin: http://x^Origin: http://evil.example | 400",
        "GET http://127.0.0.1/figures HTTP/1.1^Host: evil.example | 200",
        "GET http://evil.example/figures HTTP/1.1^Host: 127.0.0.1 | 403",
        "GET http://127.0.0.1?x HTTP/1.1^Host: 127.0.0.1 | 404",
        "POST /commands HTTP/1.1^Host: 127.0.0.1^Content-Length: 9000 | 413",
        "POST /commands HTTP/1.1^Host: 127.0.0.1^Content-Length: 9000^Expect: 100-continue | 413",
        "POST /commands HTTP/1.1^Host: 127.0.0.1^Content-Length: 5^Expect: tea | 417"
      })
  void oneServerIsAskedAndARefusalSaysWhy(String request, int status) throws Exception {
    start(AccessTokens.NONE);
    String answer = converse(request.replace("^", "\r\n") + "\r\nConnection: close\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    if (status != 200) {
      assertThat(answer).contains("application/problem+json", "\"status\":" + status);
    }
    assertThat(commands).hasValue(0);
  }

  @Test
  void withoutTokensThisHostMayDoAll() throws Exception {
    start(AccessTokens.NONE);
    assertThat(get("/figures").statusCode()).isEqualTo(200);
    assertThat(command("").statusCode()).isEqualTo(200);
    assertThat(commands).hasValue(1);
  }

  @Test
  void pagesOfOthersMayDoNothing() throws Exception {
    start(AccessTokens.NONE);
    for (String header :
        List.of(
            "Origin: http://evil.example",
            "Origin: null",
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Site: same-site",
            "Host: evil.example:80")) {
      String host = header.startsWith("Host") ? header : "Host: 127.0.0.1\r\n" + header;
      for (String line : List.of("POST /commands", "GET /figures")) {
        assertThat(
                converse(
                    line
                        + " HTTP/1.1\r\n"
                        + host
                        + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
            .as(header)
            .startsWith("HTTP/1.1 403 ");
      }
    }
    assertThat(commands).hasValue(0);
    String own = "http://127.0.0.1:" + at.getPort();
    assertThat(send(request("/figures").header("Origin", own)).statusCode()).isEqualTo(200);
    assertThat(send(request("/figures").header("Sec-Fetch-Site", "same-origin")).statusCode())
        .isEqualTo(200);
  }

  @Test
  void tokensHaveRoles() throws Exception {
    start(bothTokens());
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    HttpResponse<String> without = get("/figures");
    assertThat(without.statusCode()).isEqualTo(401);
    assertThat(without.headers().firstValue("www-authenticate")).isPresent();
    assertThat(send(request("/figures").header("Authorization", WATCH)).statusCode())
        .isEqualTo(200);
    assertThat(send(request("/figures").header("Authorization", CONTROL)).statusCode())
        .isEqualTo(200);
    assertThat(command("").statusCode()).isEqualTo(401);
    assertThat(command(WATCH).statusCode()).isEqualTo(403);
    assertThat(commands).hasValue(0);
    assertThat(command(CONTROL).statusCode()).isEqualTo(200);
    assertThat(commands).hasValue(1);
  }

  @Test
  void whoGuessesHasToWait() throws Exception {
    start(bothTokens());
    List<Integer> codes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      codes.add(command("Bearer guess-" + i).statusCode());
    }
    assertThat(codes).startsWith(401, 401, 401).contains(429);
    assertThat(commands).hasValue(0);
  }

  @Test
  void rubbishEndsNothing() throws Exception {
    start(bothTokens());
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      byte[] rubbish = new byte[random.nextInt(3_000)];
      random.nextBytes(rubbish);
      try (Socket socket = new Socket(at.getAddress(), at.getPort())) {
        socket.getOutputStream().write(rubbish);
      } catch (IOException e) {
        assertThat(e).hasMessageNotContaining("refused"); // reset is an answer, too
      }
    }
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    assertThat(commands).hasValue(0);
  }

  @Test
  void manyThatAskForNothingLockNobodyOut() throws Exception {
    start(AccessTokens.NONE);
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        silent.add(new Socket(at.getAddress(), at.getPort()));
      }
      assertThat(get("/healthz").statusCode()).isEqualTo(200);
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  @Test
  void streamsThatAreNeverReadLockNobodyOut() throws Exception {
    start(AccessTokens.NONE);
    List<Socket> unread = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        Socket each = new Socket(at.getAddress(), at.getPort());
        unread.add(each);
        each.getOutputStream().write(FOLLOW.getBytes(StandardCharsets.US_ASCII));
        followers.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      }
      assertThat(get("/healthz").statusCode()).isEqualTo(200);
      assertThat(command("").statusCode()).isEqualTo(200);
    } finally {
      for (Socket each : unread) {
        each.close();
      }
    }
  }

  @Test
  void eventsComeUntilTheEnd() throws Exception {
    start(AccessTokens.NONE);
    HttpResponse<String> all = get("/events?count=3");
    assertThat(all.headers().firstValue("content-type").orElseThrow())
        .startsWith("text/event-stream");
    assertThat(all.body())
        .isEqualTo(
            """
            id: 1
            event: number
            data: a
            data: b

            id: 2
            event: number
            data: a
            data: b

            id: 3
            event: number
            data: a
            data: b

            """);
  }

  @Test
  void aReaderThatDoesNotReadIsDroppedAndOthersGetAll() throws Exception {
    start(AccessTokens.NONE);
    ServerSentEvent event = ServerSentEvent.of("big", "x".repeat(1 << 20));
    try (Socket silent = new Socket(at.getAddress(), at.getPort());
        Socket reading = new Socket(at.getAddress(), at.getPort())) {
      silent.getOutputStream().write(FOLLOW.getBytes(StandardCharsets.US_ASCII));
      EventStream unread = followers.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      reading.getOutputStream().write(FOLLOW.getBytes(StandardCharsets.US_ASCII));
      EventStream read = followers.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      InputStream in = new BufferedInputStream(reading.getInputStream());
      assertThat(line(in)).isEqualTo("HTTP/1.1 200 OK");
      String header = line(in);
      while (!header.isEmpty()) {
        header = line(in);
      }
      Queue<ServerSentEvent> forUnread = new ConcurrentLinkedQueue<>();
      Queue<ServerSentEvent> forRead = new ConcurrentLinkedQueue<>();
      unread.pull(forUnread::poll);
      read.pull(forRead::poll);
      int sent = 0;
      while (!unread.isClosed()) {
        forUnread.add(event);
        unread.more();
        unread.beat();
        sent += forUnread.isEmpty() ? 1 : 0;
        forRead.add(event);
        read.more();
        assertThat(line(in)).isEqualTo("100013");
        assertThat(line(in)).isEqualTo("event: big");
        assertThat(line(in)).hasSize("data: ".length() + (1 << 20));
        assertThat(line(in)).isEmpty();
        assertThat(line(in)).isEmpty();
      }
      assertThat(sent).isBetween(1, 40); // what buffers of the system hold
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Test
  void aPortInUseIsReportedInOneLine() throws Exception {
    start(AccessTokens.NONE);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpServer second =
            new HttpServer(PortSettings.onLoopback(taken.getLocalPort()), List.of())) {
      assertThatThrownBy(second::start)
          .hasMessageMatching("cannot listen on 127\\.0\\.0\\.1 port \\d+: [^\\n]+");
    }
  }

  private static AccessTokens bothTokens() {
    return new AccessTokens(
        Optional.of(new AccessToken("control-token")), Optional.of(new AccessToken("watch-token")));
  }

  /** Each event is packed when it is sent: a page does not wait for the next one. */
  @Test
  void answersArePackedForThoseWhoAcceptIt() throws Exception {
    start(AccessTokens.NONE);
    String path = "/below/" + "again/".repeat(200);
    assertThat(get(path).headers().firstValue("content-encoding")).isEmpty();
    HttpResponse<InputStream> packed = getPacked(path);
    assertThat(packed.headers().firstValue("content-encoding")).hasValue("gzip");
    byte[] bytes = packed.body().readAllBytes();
    assertThat(bytes).hasSizeLessThan(100);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(bytes))).hasContent(path);
    HttpResponse<InputStream> followed = getPacked("/followed");
    EventStream stream = followers.take();
    stream.pull(new ArrayDeque<>(List.of(ServerSentEvent.of("said", "one")))::poll);
    GZIPInputStream events = new GZIPInputStream(followed.body());
    assertThat(events.readNBytes(23)).asString().isEqualTo("event: said\ndata: one\n\n");
    stream.pull(new ArrayDeque<>(List.of(ServerSentEvent.of("said", "two")))::poll);
    assertThat(events.readNBytes(23)).asString().isEqualTo("event: said\ndata: two\n\n");
  }

  private HttpResponse<InputStream> getPacked(String path) throws Exception {
    return http.send(
        request(path).header("Accept-Encoding", "gzip").build(),
        HttpResponse.BodyHandlers.ofInputStream());
  }

  private void start(AccessTokens tokens) throws IOException {
    server =
        new HttpServer(
            new PortSettings(InetAddress.getLoopbackAddress(), 0, tokens, Optional.empty()),
            List.of(
                HttpRoute.get(
                    "/healthz", Role.ANYBODY, call -> HttpReply.of(HttpReply.PLAIN, "ok\n")),
                HttpRoute.get(
                    "/below/*", Role.WATCH, call -> HttpReply.of(HttpReply.PLAIN, call.path())),
                HttpRoute.get("/figures", Role.WATCH, call -> HttpReply.of(HttpReply.PLAIN, "1")),
                HttpRoute.stream(
                    "/events",
                    Role.WATCH,
                    (call, stream) -> {
                      List<ServerSentEvent> events =
                          LongStream.rangeClosed(1, call.count("count").orElse(1L))
                              .mapToObj(i -> ServerSentEvent.of("" + i, "number", "a\nb"))
                              .toList();
                      Queue<ServerSentEvent> first =
                          new ArrayDeque<>(events.subList(0, events.size() - 1));
                      stream.pull(first::poll);
                      stream.end(events.get(events.size() - 1));
                    }),
                HttpRoute.stream("/followed", Role.WATCH, (call, stream) -> followers.add(stream)),
                HttpRoute.post(
                    "/commands",
                    Role.CONTROL,
                    call ->
                        HttpReply.of(
                            HttpReply.PLAIN, Integer.toString(commands.incrementAndGet())))));
    at = server.start();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  private HttpResponse<String> command(String authorization)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request("/commands").POST(HttpRequest.BodyPublishers.ofString("rate 5"));
    return send(authorization.isEmpty() ? request : request.header("Authorization", authorization));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url(path))).timeout(TIMEOUT);
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Sends this and no more, and returns all that comes until the server closes. */
  private String converse(String sent) throws IOException {
    try (Socket socket = new Socket(at.getAddress(), at.getPort())) {
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
