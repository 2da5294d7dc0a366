package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.json.JSONArray;
import org.json.JSONObject;

/** One page of a browser, driven by the DevTools protocol. For one thread. */
final class DevTools implements AutoCloseable {

  /** Longer than any wait in a page, also on a host with a load of 20. */
  private static final long SECONDS = 300;

  private final WebSocket socket;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JSONObject>> waiting = new ConcurrentHashMap<>();
  private final List<JSONObject> events = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> loads = new LinkedBlockingQueue<>();

  /** Connects to the browser's only page. */
  DevTools(URI pages) throws IOException, InterruptedException {
    this(pages, "");
  }

  /**
   * Connects to a page.
   *
   * @param id of the page, or the begin of it
   */
  private DevTools(URI pages, String id) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    String list =
        client.send(HttpRequest.newBuilder(pages).build(), BodyHandlers.ofString()).body();
    JSONObject page = null;
    for (Object each : new JSONArray(list)) {
      JSONObject candidate = (JSONObject) each;
      if (candidate.getString("type").equals("page") && candidate.getString("id").startsWith(id)) {
        page = candidate;
      }
    }
    if (page == null) {
      throw new IOException("the browser has no page: " + list);
    }
    socket =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create(page.getString("webSocketDebuggerUrl")), new Listener())
            .join();
  }

  /** Another page of the same browser. */
  DevTools another(URI pages) throws Exception {
    JSONObject made = call("Target.createTarget", new JSONObject().put("url", "about:blank"));
    return new DevTools(pages, made.getString("targetId"));
  }

  /** The page was left for another one before it answered. */
  static final class PageLeft extends IOException {

    private static final long serialVersionUID = 1L;

    PageLeft(String message) {
      super(message);
    }
  }

  /** Does something and answers its result. */
  JSONObject call(String method, JSONObject parameters) throws Exception {
    int number = numbers.incrementAndGet();
    CompletableFuture<JSONObject> answer = new CompletableFuture<>();
    waiting.put(number, answer);
    JSONObject message =
        new JSONObject().put("id", number).put("method", method).put("params", parameters);
    socket.sendText(message.toString(), true).get(SECONDS, TimeUnit.SECONDS);
    JSONObject reply = answer.get(SECONDS, TimeUnit.SECONDS);
    if (reply.has("error")) {
      String error = method + ": " + reply.get("error");
      throw error.contains("navigated") ? new PageLeft(error) : new IOException(error);
    }
    return reply.getJSONObject("result");
  }

  /** Loads a page and waits until it has loaded. */
  void open(URI page) throws Exception {
    for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
      call(domain + ".enable", new JSONObject());
    }
    events.clear();
    loads.clear();
    call("Page.navigate", new JSONObject().put("url", page.toString()));
    if (loads.poll(SECONDS, TimeUnit.SECONDS) == null) {
      throw new IOException(page + " did not load");
    }
  }

  /** The value of an expression in the page, as JSON makes it. */
  Object evaluate(String expression) throws Exception {
    JSONObject result =
        call(
            "Runtime.evaluate",
            new JSONObject()
                .put("expression", expression)
                .put("returnByValue", true)
                .put("awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new IOException(expression + ": " + result.get("exceptionDetails"));
    }
    return result.getJSONObject("result").opt("value");
  }

  /** Waits in the page until something is so. */
  void await(String condition) throws Exception {
    call("Page.bringToFront", new JSONObject()); // a page that nobody sees does not draw
    Object found =
        evaluate(
            """
            (async () => {
              for (let i = 0; i < 7500; i++) {
                if (%s) return 'so';
                await new Promise(r => setTimeout(r, 20));
              }
              return JSON.stringify(report.data && {events: report.data.events,
                points: report.data.endSeconds.length, now: report.data.now});
            })()\
            """
                .formatted(condition));
    assertThat(found).as(condition).isEqualTo("so");
  }

  /** A key that goes to what has the focus. */
  void type(String key) throws Exception {
    String text = key.equals("Enter") ? "\r" : key;
    JSONObject event =
        new JSONObject().put("key", key).put("windowsVirtualKeyCode", (int) text.charAt(0));
    call(
        "Input.dispatchKeyEvent",
        new JSONObject(event.toString()).put("type", "keyDown").put("text", text));
    call("Input.dispatchKeyEvent", event.put("type", "keyUp"));
  }

  /** Makes the window as large as that of a computer or, if it is narrow, of a phone. */
  void resize(int width, int height) throws Exception {
    boolean phone = width < 600;
    call(
        "Emulation.setDeviceMetricsOverride",
        new JSONObject()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", phone ? 2 : 1)
            .put("mobile", phone));
  }

  /**
   * What axe-core finds wrong with the page for people who cannot see or click well, and a page
   * that does not have exactly one heading of the first level.
   */
  List<Object> barriers() throws Exception {
    try (InputStream in = getClass().getResourceAsStream("/axe.min.js")) {
      evaluate(new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; 1");
    }
    Object violations =
        evaluate(
            "axe.run().then(r => JSON.stringify(r.violations.map(v =>"
                + " v.id + ': ' + v.nodes.map(n => n.html.slice(0, 120)).join(' '))))");
    List<Object> barriers = new JSONArray(violations.toString()).toList();
    int headings =
        (int)
            evaluate(
                "[...document.querySelectorAll('h1')].filter(h => h.checkVisibility()).length");
    if (headings != 1) {
      barriers.add(headings + " headings of the first level");
    }
    return barriers;
  }

  /** The events of one kind since the page was opened, by their parameters. */
  List<JSONObject> events(String method) {
    return events.stream()
        .filter(event -> event.getString("method").equals(method))
        .map(event -> event.getJSONObject("params"))
        .toList();
  }

  /** Asks the browser to end itself, unless it has ended already. */
  @Override
  public void close() {
    int number = numbers.incrementAndGet();
    CompletableFuture<JSONObject> answer = new CompletableFuture<>();
    waiting.put(number, answer);
    JSONObject message = new JSONObject().put("id", number).put("method", "Browser.close");
    socket
        .sendText(message.toString(), true)
        .thenCompose(sent -> answer.orTimeout(SECONDS, TimeUnit.SECONDS))
        .exceptionally(gone -> null)
        .join();
    socket.abort();
  }

  /** Puts messages together; answers go to the callers that wait for them. */
  private final class Listener implements WebSocket.Listener {

    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      message.append(part);
      if (last) {
        take(new JSONObject(message.toString()));
        message.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void take(JSONObject json) {
      if (json.has("id")) {
        waiting.remove(json.getInt("id")).complete(json);
        return;
      }
      events.add(json);
      if (json.getString("method").equals("Page.loadEventFired")) {
        loads.add("loaded");
      }
    }
  }
}
