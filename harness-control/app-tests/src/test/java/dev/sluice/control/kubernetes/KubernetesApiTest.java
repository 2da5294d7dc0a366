package dev.sluice.control.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.sluice.control.endpoint.access.TestCertificate;
import dev.sluice.control.scenario.outside.KubernetesApi;
import dev.sluice.control.scenario.step.DeletePodStep;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.secret.Secrets;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1DeleteOptions;
import io.kubernetes.client.openapi.models.V1ListMeta;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodCondition;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.openapi.models.V1PodStatus;
import io.kubernetes.client.openapi.models.V1Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests {@link KubernetesApi} against a local HTTPS server that lists and deletes pods as
 * Kubernetes does, with its check of a UID.
 */
class KubernetesApiTest {

  private static final String LABEL = "app.kubernetes.io/instance";
  private static final String TOKEN = "canary-token-0123456789";
  private static final String PODS = "/api/v1/namespaces/mq/pods";
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir static Path certificates;
  @TempDir Path account;

  private static TestCertificate certificate;
  private static SSLContext tls;

  private final List<V1Pod> pods = new CopyOnWriteArrayList<>();
  private final List<String> deleted = new CopyOnWriteArrayList<>(); // by their uid
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private final List<V1DeleteOptions> options = new CopyOnWriteArrayList<>();
  private final Secrets secrets = new Secrets();
  private HttpsServer server;
  private volatile Runnable afterList = () -> {}; // once the pods are listed, before it is sent
  private volatile Optional<CannedAnswer> canned = Optional.empty();

  @BeforeAll
  static void makeCertificate() throws IOException, GeneralSecurityException {
    certificate = TestCertificate.in(certificates, "api");
    char[] password = "changeit".toCharArray();
    Path store = certificate.store(certificates.resolve("api.p12"), new String(password));
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(KeyStore.getInstance(store.toFile(), password), password);
    tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
  }

  @BeforeEach
  void start() throws IOException {
    Files.writeString(account.resolve("token"), TOKEN + "\n");
    Files.writeString(account.resolve("namespace"), "load\n");
    Files.copy(certificate.trust(), account.resolve("ca.crt"));
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** What the server says to each request of a method. */
  private record CannedAnswer(String method, int status, String body) {}

  private void handle(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    requests.add(method + " " + exchange.getRequestURI());
    tokens.add(exchange.getRequestHeaders().getFirst("Authorization"));
    if (canned.isPresent() && canned.get().method().equals(method)) {
      say(exchange, canned.get().status(), canned.get().body());
    } else if (method.equals("GET")) {
      String labels = exchange.getRequestURI().getQuery().replace("labelSelector=", "");
      List<V1Pod> found =
          pods.stream()
              .filter(pod -> labels.equals(LABEL + "=" + pod.getMetadata().getLabels().get(LABEL)))
              .toList();
      String list = JSON.serialize(new V1PodList().metadata(new V1ListMeta()).items(found));
      afterList.run();
      say(exchange, 200, list);
    } else {
      delete(exchange, JSON.deserialize(body, V1DeleteOptions.class));
    }
  }

  private void delete(HttpExchange exchange, V1DeleteOptions asked) throws IOException {
    options.add(asked);
    String path = exchange.getRequestURI().getPath();
    Optional<V1Pod> pod =
        pods.stream().filter(each -> path.endsWith("/pods/" + name(each))).findFirst();
    if (pod.isEmpty()) {
      say(exchange, 404, failure(404, "pods " + path + " not found"));
    } else if (asked.getPreconditions() != null
        && !asked.getPreconditions().getUid().equals(uid(pod.get()))) {
      say(exchange, 409, failure(409, "the UID in the precondition does not match the UID"));
    } else {
      pods.remove(pod.get());
      deleted.add(uid(pod.get()));
      say(exchange, 200, JSON.serialize(pod.get()));
    }
  }

  private static void say(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String failure(int code, String message) {
    return JSON.serialize(new V1Status().status("Failure").message(message).code(code));
  }

  private static String name(V1Pod pod) {
    return pod.getMetadata().getName();
  }

  private static String uid(V1Pod pod) {
    return pod.getMetadata().getUid();
  }

  private static V1Pod pod(String name, String instance, boolean ready) {
    return new V1Pod()
        .metadata(
            new V1ObjectMeta().name(name).uid("first " + name).labels(Map.of(LABEL, instance)))
        .status(
            new V1PodStatus()
                .conditions(
                    List.of(
                        new V1PodCondition().type("PodScheduled").status("True"),
                        new V1PodCondition().type("Ready").status(ready ? "True" : "False"))));
  }

  /** Still ready, as it is until its processes have ended. */
  private static V1Pod ending(V1Pod pod) {
    pod.getMetadata().setDeletionTimestamp(Instant.EPOCH.atOffset(ZoneOffset.UTC));
    return pod;
  }

  private KubernetesApi api() {
    return api("127.0.0.1", server.getAddress().getPort());
  }

  private KubernetesApi api(String host, int port) {
    return new KubernetesApi(
        Map.of("KUBERNETES_SERVICE_HOST", host, "KUBERNETES_SERVICE_PORT", "" + port),
        account,
        secrets);
  }

  private static DeletePodStep step() {
    return new DeletePodStep(LABEL + "=qm1", Optional.of("mq"), Optional.empty(), MINUTE);
  }

  private String failed(KubernetesApi api, DeletePodStep step) {
    String[] said = new String[1];
    assertThatThrownBy(() -> api.deletePod(step))
        .isInstanceOfSatisfying(StepFailedException.class, e -> said[0] = e.getMessage());
    assertThat(said[0].lines()).hasSize(1);
    assertThat(said[0]).doesNotContain(TOKEN);
    return said[0];
  }

  @Test
  void theReadyPodIsDeletedWithTheTokenAndItsUid() throws Exception {
    pods.addAll(List.of(pod("qm1-0", "qm1", false), pod("qm1-1", "qm1", true)));
    pods.addAll(List.of(ending(pod("qm1-2", "qm1", true)), pod("qm2-0", "qm2", true)));
    DeletePodStep step =
        new DeletePodStep(LABEL + "=qm1", Optional.of("mq"), Optional.of(Duration.ZERO), MINUTE);
    assertThat(api().deletePod(step)).isEqualTo("qm1-1");
    assertThat(deleted).containsExactly("first qm1-1");
    assertThat(requests)
        .containsExactly(
            "GET " + PODS + "?labelSelector=app.kubernetes.io%2Finstance%3Dqm1",
            "DELETE " + PODS + "/qm1-1");
    assertThat(tokens).containsOnly("Bearer " + TOKEN);
    assertThat(options.get(0).getGracePeriodSeconds()).isZero();
    assertThat(options.get(0).getPreconditions().getUid()).isEqualTo("first qm1-1");
  }

  @Test
  void theNamespaceIsThatOfThisPodByDefaultAndTheGraceThatOfTheDeletedOne() throws Exception {
    pods.add(pod("qm1-0", "qm1", true));
    api().deletePod(new DeletePodStep(LABEL + "=qm1", Optional.empty(), Optional.empty(), MINUTE));
    assertThat(requests.get(1)).isEqualTo("DELETE /api/v1/namespaces/load/pods/qm1-0");
    assertThat(options.get(0).getGracePeriodSeconds()).isNull();
  }

  @Test
  void practiceListsAndDeletesNothing() throws Exception {
    pods.add(pod("qm1-0", "qm1", true));
    api().practise(step());
    assertThat(requests).isNotEmpty().allMatch(each -> each.startsWith("GET " + PODS));
    canned = Optional.of(new CannedAnswer("GET", 403, ""));
    assertThatThrownBy(() -> api().practise(step())).hasMessage("listing pods in mq: status 403");
  }

  @Test
  void aRenewedTokenIsUsedAndBothAreMasked() throws Exception {
    pods.add(pod("qm1-0", "qm1", true));
    String renewed = "renewed-token-0123456789";
    afterList =
        () -> {
          try {
            Files.writeString(account.resolve("token"), renewed);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    api().deletePod(step());
    assertThat(tokens).containsExactly("Bearer " + TOKEN, "Bearer " + renewed);
    assertThat(secrets.mask(TOKEN + " " + renewed)).isEqualTo("*** ***");
  }

  @Test
  void anythingButOneReadyPodIsRefused() {
    assertThat(failed(api(), step()))
        .isEqualTo("of 0 pods with " + LABEL + "=qm1 in mq, none is ready; exactly one must be");
    pods.addAll(List.of(pod("qm1-0", "qm1", true), pod("qm1-1", "qm1", true)));
    pods.add(ending(pod("qm1-2", "qm1", true)));
    assertThat(failed(api(), step()))
        .isEqualTo(
            "of 3 pods with " + LABEL + "=qm1 in mq, qm1-0, qm1-1 are ready; exactly one must be");
    assertThat(requests).noneMatch(each -> each.startsWith("DELETE"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET|403|{\"message\": \"pods is forbidden\"}|listing pods in mq: status 403: pods is forbidden",
        "GET|502|<html>|listing pods in mq: status 502",
        "GET|200|<html>|listing pods in mq: the answer is not one of Kubernetes",
        "GET|200|{}|listing pods in mq: the answer is not one of Kubernetes",
        "GET|200|{\"items\": [{}]}|listing pods in mq: the answer is not one of Kubernetes",
        "GET|307|{}|listing pods in mq: status 307",
        "DELETE|403|{\"message\": \"a\\nb\"}|deleting pod qm1-0 in mq: status 403: a?b",
        "DELETE|200|<html>|deleting pod qm1-0 in mq: the answer is not one of Kubernetes"
      })
  void anAnswerThatIsNoHelpIsReportedInOneLine(
      String method, int status, String answer, String told) {
    pods.add(pod("qm1-0", "qm1", true));
    canned = Optional.of(new CannedAnswer(method, status, answer));
    assertThat(failed(api(), step())).isEqualTo(told);
    assertThat(deleted).isEmpty();
  }

  @Test
  void aTokenThatComesBackIsMaskedOnItsWayOut() {
    String body = failure(403, "who is Bearer " + TOKEN + "?");
    canned = Optional.of(new CannedAnswer("GET", 403, body));
    assertThatThrownBy(() -> api().deletePod(step()))
        .satisfies(e -> assertThat(secrets.mask(e.getMessage())).contains("Bearer ***?"));
  }

  @Test
  void aMissingEnvironmentOrTokenIsReported() throws IOException {
    assertThat(failed(new KubernetesApi(Map.of(), account, secrets), step()))
        .isEqualTo(
            "deleting a pod: this is possible in a pod of Kubernetes only:"
                + " KUBERNETES_SERVICE_HOST is not set");
    Files.writeString(account.resolve("token"), TOKEN + "\n" + TOKEN);
    assertThat(failed(api(), step())).endsWith("token: it is not a token");
    Files.delete(account.resolve("token"));
    assertThat(failed(api(), step())).endsWith("token: no such file");
    assertThat(requests).isEmpty();
  }

  @Test
  void aServerThatIsNotTrustedGetsNoToken() throws IOException {
    TestCertificate.in(account, "other");
    assertThat(failed(api("localhost", server.getAddress().getPort()), step()))
        .startsWith("listing pods in mq: localhost:" + server.getAddress().getPort())
        .contains("does not answer");
    Files.move(account.resolve("other.pem"), account.resolve("ca.crt"), REPLACE_EXISTING);
    assertThat(failed(api(), step())).contains("does not answer");
    assertThat(requests).isEmpty();
  }

  @Test
  void noAnswerIsReported() throws IOException {
    server.stop(0);
    assertThat(failed(api(), step())).contains("does not answer");
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      DeletePodStep hasty =
          new DeletePodStep(
              LABEL + "=qm1", Optional.of("mq"), Optional.empty(), Duration.ofMillis(50));
      assertThat(failed(api("127.0.0.1", silent.getLocalPort()), hasty))
          .isEqualTo("listing pods in mq: no answer within 50ms");
    }
  }

  static LongStream seeds() {
    return LongStream.range(0, Boolean.getBoolean("soak") ? 1_000 : 24);
  }

  /** Whatever pods there are, and whatever becomes of them and of requests meanwhile. */
  @ParameterizedTest
  @MethodSource("seeds")
  void atMostOnePodIsDeletedAndItWasReadyWhenAsked(long seed) throws Exception {
    RandomGenerator random = new SplittableRandom(seed);
    List<String> ready = new ArrayList<>();
    IntStream.range(0, random.nextInt(6))
        .forEach(
            i -> {
              boolean isReady = random.nextBoolean();
              boolean other = random.nextInt(4) == 0;
              V1Pod pod = pod("qm1-" + i, other ? "qm2" : "qm1", isReady);
              boolean ends = random.nextInt(4) == 0;
              pods.add(ends ? ending(pod) : pod);
              if (isReady && !other && !ends) {
                ready.add(uid(pod));
              }
            });
    boolean trouble = random.nextBoolean();
    if (trouble) {
      switch (random.nextInt(4)) {
        case 0 -> {
          String method = random.nextBoolean() ? "GET" : "DELETE";
          canned = Optional.of(new CannedAnswer(method, 403, ""));
        }
        case 1 -> afterList = pods::clear;
        case 2 -> // made again under their names
            afterList = () -> pods.forEach(pod -> pod.getMetadata().setUid("second " + name(pod)));
        default -> Files.writeString(account.resolve("token"), "");
      }
    }
    if (ready.size() == 1 && !trouble) {
      assertThat(api().deletePod(step())).isEqualTo(ready.get(0).replace("first ", ""));
      assertThat(deleted).isEqualTo(ready);
    } else {
      failed(api(), step());
      assertThat(deleted).isEmpty();
    }
    assertThat(requests.stream().filter(each -> each.startsWith("DELETE")).count())
        .isLessThanOrEqualTo(ready.size() == 1 ? 1 : 0);
  }
}
