package dev.sluice.control.scenario.outside;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.control.endpoint.access.ClientTls;
import dev.sluice.control.format.Json;
import dev.sluice.control.scenario.step.DeletePodStep;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.text.ForeignText;
import dev.sluice.core.text.InputFile;
import dev.sluice.core.text.Quantities;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The API of the Kubernetes cluster that this process runs in, with the rights of its pod's service
 * account (<a href="https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/">access
 * from a pod</a>). The cluster renews the token, so each request reads it again. Connections are
 * kept, because a handshake takes processors from the workloads. For one thread.
 */
public final class KubernetesApi {

  private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
  private static final String HOST = "KUBERNETES_SERVICE_HOST";
  private static final Pattern TOKEN = Pattern.compile("[!-~]+"); // all that a header may hold

  /** The first round takes seconds on a busy host, the fifth a tenth of one. */
  private static final int PRACTICE_ROUNDS = 5;

  private final Map<String, String> environment;
  private final Path account;
  private final Secrets secrets;
  private Optional<HttpClient> client = Optional.empty(); // until the first request

  /**
   * @param environment has the address of the API
   * @param account the folder with the service account's token, certificates and namespace
   * @param secrets receive the tokens
   */
  public KubernetesApi(Map<String, String> environment, Path account, Secrets secrets) {
    this.environment = Map.copyOf(environment);
    this.account = account;
    this.secrets = secrets;
  }

  /** As the cluster gives it to a pod. */
  public static KubernetesApi ofThisPod(Secrets secrets) {
    return new KubernetesApi(System.getenv(), ACCOUNT, secrets);
  }

  /**
   * Lists the pods of a step some times before there is load: code that runs for the first time
   * would take processors from the workloads in the middle of a fault.
   *
   * @throws StepFailedException if Kubernetes refuses
   */
  public void practise(DeletePodStep step) throws StepFailedException, InterruptedException {
    for (int round = 0; round < PRACTICE_ROUNDS; round++) {
      perform(step, false);
    }
  }

  /**
   * Deletes the one ready pod with the labels of a step. Nothing is deleted if another pod has
   * taken its name meanwhile.
   *
   * @return the name of the pod
   * @throws StepFailedException if there is not exactly one, or Kubernetes refuses
   */
  public String deletePod(DeletePodStep step) throws StepFailedException, InterruptedException {
    return perform(step, true);
  }

  private String perform(DeletePodStep step, boolean deletes)
      throws StepFailedException, InterruptedException {
    String doing = "deleting a pod";
    try {
      String namespace = step.namespace().isPresent() ? step.namespace().get() : read("namespace");
      URI pods = server().resolve("/api/v1/namespaces/" + namespace + "/pods");
      doing = "listing pods in " + namespace;
      String query = "?labelSelector=" + URLEncoder.encode(step.labels(), UTF_8);
      JSONObject list =
          ask("GET", URI.create(pods + query), BodyPublishers.noBody(), step.timeout());
      if (!deletes) {
        return "";
      }
      JSONObject pod = onlyReady(list.getJSONArray("items"), step.labels() + " in " + namespace);
      String name = pod.getString("name");
      doing = "deleting pod " + name + " in " + namespace;
      JSONObject options =
          new JSONObject()
              .put("apiVersion", "v1")
              .put("kind", "DeleteOptions")
              .put("preconditions", Map.of("uid", pod.getString("uid")));
      step.grace().ifPresent(grace -> options.put("gracePeriodSeconds", grace.toSeconds()));
      ask(
          "DELETE",
          URI.create(pods + "/" + name),
          BodyPublishers.ofString(options.toString()),
          step.timeout());
      return name;
    } catch (IOException e) {
      throw new StepFailedException(doing + ": " + ForeignText.printable(InputFile.reason(e)));
    } catch (JSONException e) {
      throw new StepFailedException(doing + ": the answer is not one of Kubernetes");
    }
  }

  /** The metadata of a pod. One that is ending may still be ready, but does not count. */
  private static JSONObject onlyReady(JSONArray pods, String which) throws StepFailedException {
    List<JSONObject> ready =
        Json.objects(pods).stream()
            .filter(KubernetesApi::isReady)
            .map(pod -> pod.getJSONObject("metadata"))
            .filter(metadata -> !metadata.has("deletionTimestamp"))
            .toList();
    if (ready.size() == 1) {
      return ready.get(0);
    }
    String names =
        ready.stream().map(each -> each.getString("name")).collect(Collectors.joining(", "));
    throw new StepFailedException(
        "of %d pods with %s, %s ready; exactly one must be"
            .formatted(pods.length(), which, ready.isEmpty() ? "none is" : names + " are"));
  }

  private static boolean isReady(JSONObject pod) {
    return Json.objects(pod.getJSONObject("status").optJSONArray("conditions")).stream()
        .anyMatch(
            each ->
                each.getString("type").equals("Ready") && each.getString("status").equals("True"));
  }

  private URI server() throws IOException {
    String host = environment.get(HOST);
    if (host == null) {
      throw new IOException(
          "this is possible in a pod of Kubernetes only: " + HOST + " is not set");
    }
    String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
    return URI.create("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
  }

  private String read(String name) throws IOException {
    Path file = account.resolve(name);
    try {
      return InputFile.text(file, InputFile.HAND_WRITTEN_BYTES).strip();
    } catch (IOException e) {
      throw new IOException(file + ": " + InputFile.reason(e), e);
    }
  }

  private HttpClient client() throws IOException {
    if (client.isEmpty()) {
      Optional<Path> trust = Optional.of(account.resolve("ca.crt"));
      ClientTls tls = ClientTls.read(trust, Optional.empty(), Optional.empty());
      client = Optional.of(HttpClient.newBuilder().sslContext(tls.context()).build());
    }
    return client.get();
  }

  /** Asks once, and never again: nobody knows what became of a request without an answer. */
  private JSONObject ask(String method, URI what, BodyPublisher body, Duration within)
      throws IOException, InterruptedException {
    String token = read("token");
    secrets.add(token);
    if (!TOKEN.matcher(token).matches()) {
      throw new IOException(account.resolve("token") + ": it is not a token");
    }
    HttpRequest request =
        HttpRequest.newBuilder(what)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, body)
            .build();
    CompletableFuture<HttpResponse<String>> asked =
        client().sendAsync(request, BodyHandlers.ofString());
    try {
      HttpResponse<String> answer = asked.get(within.toNanos(), TimeUnit.NANOSECONDS);
      if (answer.statusCode() / 100 != 2) {
        throw new IOException(refusal(answer));
      }
      return new JSONObject(answer.body());
    } catch (TimeoutException e) {
      throw new IOException("no answer within " + Quantities.text(within), e);
    } catch (ExecutionException e) {
      IOException why = new IOException(e.getCause().getMessage(), e);
      throw new IOException(what.getAuthority() + " does not answer: " + InputFile.reason(why), e);
    } finally {
      asked.cancel(true);
    }
  }

  /** What Kubernetes says in an object of kind Status, where it is Kubernetes that answers. */
  private static String refusal(HttpResponse<String> answer) {
    String said = "";
    try {
      said = ": " + new JSONObject(answer.body()).getString("message");
    } catch (JSONException e) {
      // the status says enough
    }
    return "status " + answer.statusCode() + said;
  }
}
