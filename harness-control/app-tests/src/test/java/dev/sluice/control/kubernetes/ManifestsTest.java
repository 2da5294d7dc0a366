package dev.sluice.control.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.cli.command.Commands;
import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.fleet.link.HubAddress;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.step.DeletePodStep;
import dev.sluice.control.secret.Secrets;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.openapi.models.RbacV1Subject;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ContainerPort;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1NetworkPolicyEgressRule;
import io.kubernetes.client.openapi.models.V1NetworkPolicyIngressRule;
import io.kubernetes.client.openapi.models.V1NetworkPolicySpec;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1PolicyRule;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.openapi.models.V1SecurityContext;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1ServicePort;
import io.kubernetes.client.openapi.models.V1Volume;
import io.kubernetes.client.openapi.models.V1VolumeMount;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Kubernetes and this program understand all of {@code config/kubernetes}. */
class ManifestsTest {

  private static final Path HOME = Path.of("../..");
  private static final Path FOLDER = HOME.resolve("config/kubernetes");

  /** The folders that are applied. */
  enum Applied {
    BASE("base"),
    EXAMPLE("overlays/example"),
    REHEARSE("overlays/rehearse");

    private final Path folder;

    Applied(String folder) {
      this.folder = FOLDER.resolve(folder);
    }

    Kustomization kustomization() throws IOException {
      return Kustomization.of(folder);
    }

    Manifests manifests() throws IOException {
      return Manifests.of(kustomization().objects());
    }

    /** Its steps that delete pods. */
    List<DeletePodStep> deletions() throws IOException {
      Path plan = kustomization().configMaps().get("sluice-plan").get("plan.yaml");
      return new ScenarioReader(new ScenarioVocabulary(new Secrets()), name -> Optional.empty())
          .read("plan", plan.toString(), Files.readString(plan), List.of())
          .deletions();
    }
  }

  @Test
  void aFieldThatKubernetesDoesNotKnowIsRefused() {
    List<Map<String, Object>> misspelt =
        Kustomization.documents("{apiVersion: v1, kind: Service, spec: {ports: [{prot: 7800}]}}");
    assertThatThrownBy(() -> Manifests.of(misspelt)).hasMessageContaining("prot");
  }

  @Test
  void everyFileIsListed() throws IOException {
    for (Applied applied : Applied.values()) {
      String kustomization = Files.readString(applied.folder.resolve("kustomization.yaml"));
      try (Stream<Path> files = Files.list(applied.folder)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .allMatch(
                file ->
                    file.equals("kustomization.yaml")
                        || kustomization.contains("- " + file)
                        || kustomization.contains("path: " + file));
      }
    }
  }

  /** Where kubectl is at hand, it makes the same of the folder as this test. */
  @ParameterizedTest
  @EnumSource
  void isWhatKubectlMakesOfIt(Applied applied) throws Exception {
    Path out = Files.createTempFile("kustomize", ".yaml");
    try {
      Process kubectl =
          new ProcessBuilder("kubectl", "kustomize", applied.folder.toString())
              .redirectOutput(out.toFile())
              .start();
      String complaint =
          new String(kubectl.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(kubectl.waitFor()).as(complaint).isZero();
      List<Map<String, Object>> documents =
          Kustomization.documents(out).stream()
              .filter(document -> !document.get("kind").equals("ConfigMap"))
              .toList();
      assertThat(Manifests.of(documents).objects())
          .containsExactlyInAnyOrderElementsOf(applied.manifests().objects());
    } catch (IOException e) {
      Assumptions.abort("no kubectl: " + e.getMessage());
    } finally {
      Files.delete(out);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REHEARSE")
  void theServiceIsTheControllersHub(Applied applied) throws IOException {
    Manifests manifests = applied.manifests();
    V1Service service = manifests.one(V1Service.class, "sluice-hub");
    V1PodTemplateSpec pod = manifests.one(V1Job.class, "sluice-run").getSpec().getTemplate();
    assertThat(pod.getMetadata().getLabels()).containsAllEntriesOf(service.getSpec().getSelector());
    for (V1ServicePort port : service.getSpec().getPorts()) {
      assertThat(port(pod, port.getTargetPort()))
          .isEqualTo(port.getPort())
          .isEqualTo(HubAddress.DEFAULT_PORT); // where agents dial it
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REHEARSE")
  void anAgentIsReadyWhileItIsConnected(Applied applied) throws IOException {
    V1Deployment agents = applied.manifests().one(V1Deployment.class, "sluice-agents");
    V1PodTemplateSpec pod = agents.getSpec().getTemplate();
    assertThat(pod.getMetadata().getLabels())
        .containsAllEntriesOf(agents.getSpec().getSelector().getMatchLabels());
    V1Container agent = pod.getSpec().getContainers().get(0);
    assertThat(parsed(agent).subcommand().<Integer>matchedOptionValue("--ready-port", 0))
        .isEqualTo(port(pod, agent.getReadinessProbe().getTcpSocket().getPort()));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REHEARSE")
  void agentsReachTheControllerAndNobodyElseDoes(Applied applied) throws IOException {
    Manifests manifests = applied.manifests();
    V1NetworkPolicySpec policy = manifests.one(V1NetworkPolicy.class, "sluice").getSpec();
    assertThat(policy.getPolicyTypes()).containsExactly("Ingress", "Egress");
    for (V1PodTemplateSpec pod : manifests.pods()) {
      assertThat(pod.getMetadata().getLabels())
          .containsAllEntriesOf(policy.getPodSelector().getMatchLabels());
    }
    V1PodTemplateSpec agent =
        manifests.one(V1Deployment.class, "sluice-agents").getSpec().getTemplate();
    V1PodTemplateSpec controller = manifests.one(V1Job.class, "sluice-run").getSpec().getTemplate();
    V1NetworkPolicyIngressRule in = policy.getIngress().get(0);
    assertThat(policy.getIngress()).hasSize(1);
    assertThat(in.getFrom()).hasSize(1);
    assertThat(agent.getMetadata().getLabels())
        .containsAllEntriesOf(in.getFrom().get(0).getPodSelector().getMatchLabels());
    assertThat(controller.getMetadata().getLabels())
        .containsAllEntriesOf(
            policy.getEgress().get(0).getTo().get(0).getPodSelector().getMatchLabels());
    assertThat(in.getPorts().stream().map(each -> port(controller, each.getPort())))
        .containsExactlyInAnyOrderElementsOf(
            controller.getSpec().getContainers().get(0).getPorts().stream()
                .map(V1ContainerPort::getContainerPort)
                .toList());
    assertThat(
            policy.getEgress().stream()
                .map(V1NetworkPolicyEgressRule::getPorts)
                .flatMap(List::stream)
                .map(each -> port(controller, each.getPort())))
        .contains(HubAddress.DEFAULT_PORT, 53, 1414);
  }

  @Test
  void aRehearsalReachesBrokersAndKubernetesAndNobodyReachesIt() throws IOException {
    Manifests manifests = Applied.REHEARSE.manifests();
    V1NetworkPolicySpec policy = manifests.all(V1NetworkPolicy.class).get(0).getSpec();
    assertThat(policy.getPolicyTypes()).containsExactly("Ingress", "Egress");
    assertThat(policy.getIngress()).isNullOrEmpty();
    assertThat(
            policy.getEgress().stream()
                .flatMap(rule -> rule.getPorts().stream())
                .map(each -> each.getPort().getIntValue()))
        .containsOnly(53, 1414, 443, 6443);
    for (V1PodTemplateSpec pod : manifests.pods()) {
      assertThat(pod.getMetadata().getLabels())
          .containsAllEntriesOf(policy.getPodSelector().getMatchLabels());
    }
  }

  /** Each as namespace, group, resource and verb. */
  @ParameterizedTest
  @EnumSource
  void accountsHaveTheRightsThatStepsOfThePlanNeedAndNoOthers(Applied applied) throws IOException {
    Manifests manifests = applied.manifests();
    for (V1PodTemplateSpec pod : manifests.pods()) {
      V1ServiceAccount account =
          manifests.one(V1ServiceAccount.class, pod.getSpec().getServiceAccountName());
      List<String> granted = new ArrayList<>();
      for (V1RoleBinding binding : manifests.all(V1RoleBinding.class)) {
        assertThat(binding.getRoleRef().getKind()).isEqualTo("Role");
        V1Role role = manifests.one(V1Role.class, binding.getRoleRef().getName());
        assertThat(role.getMetadata().getNamespace())
            .isEqualTo(binding.getMetadata().getNamespace());
        for (RbacV1Subject subject : binding.getSubjects()) {
          assertThat(subject.getName()).isEqualTo(account.getMetadata().getName());
          assertThat(subject.getNamespace()).isEqualTo(account.getMetadata().getNamespace());
        }
        for (V1PolicyRule rule : role.getRules()) {
          for (String group : rule.getApiGroups()) {
            for (String resource : rule.getResources()) {
              for (String verb : rule.getVerbs()) {
                granted.add(
                    String.join("/", role.getMetadata().getNamespace(), group, resource, verb));
              }
            }
          }
        }
      }
      assertThat(granted)
          .containsExactlyInAnyOrderElementsOf(
              applied.deletions().stream()
                  .map(step -> step.namespace().orElse(account.getMetadata().getNamespace()))
                  .flatMap(in -> Stream.of(in + "//pods/list", in + "//pods/delete"))
                  .collect(Collectors.toSet()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingRunsAsRootOrWritesWhereItNeedNot(Applied applied) throws IOException {
    Manifests manifests = applied.manifests();
    for (V1PodTemplateSpec template : manifests.pods()) {
      V1PodSpec pod = template.getSpec();
      assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
      assertThat(pod.getSecurityContext().getRunAsUser()).isEqualTo(imageUser());
      assertThat(pod.getSecurityContext().getSeccompProfile().getType())
          .isEqualTo("RuntimeDefault");
      assertThat(pod.getAutomountServiceAccountToken()).isEqualTo(!applied.deletions().isEmpty());
      V1ServiceAccount account = manifests.one(V1ServiceAccount.class, pod.getServiceAccountName());
      assertThat(account.getAutomountServiceAccountToken()).isFalse();
      for (V1Container container : pod.getContainers()) {
        V1SecurityContext context = container.getSecurityContext();
        assertThat(context.getReadOnlyRootFilesystem()).isTrue();
        assertThat(context.getAllowPrivilegeEscalation()).isFalse();
        assertThat(context.getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(context.getCapabilities().getAdd()).isNullOrEmpty();
        assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
        assertThat(container.getResources().getLimits()).containsKey("memory");
        assertThat(container.getEnv()).allMatch(each -> each.getValue() == null);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsMountedIsThere(Applied applied) throws IOException {
    Manifests manifests = applied.manifests();
    Map<String, Map<String, Path>> configMaps = applied.kustomization().configMaps();
    String page = Files.readString(HOME.resolve("docs/kubernetes.md"));
    for (V1PodTemplateSpec template : manifests.pods()) {
      V1PodSpec pod = template.getSpec();
      List<V1VolumeMount> mounts = pod.getContainers().get(0).getVolumeMounts();
      assertThat(mounts.stream().map(V1VolumeMount::getName))
          .containsExactlyInAnyOrderElementsOf(
              pod.getVolumes().stream().map(V1Volume::getName).toList());
      assertThat(mounts.stream().map(V1VolumeMount::getMountPath)).contains("/tmp", "/results");
      for (V1Volume volume : pod.getVolumes()) {
        if (volume.getConfigMap() != null) {
          assertThat(configMaps).containsKey(volume.getConfigMap().getName());
        }
        if (volume.getSecret() != null) {
          assertThat(page)
              .contains("create secret generic " + volume.getSecret().getSecretName() + " ");
        }
        if (volume.getPersistentVolumeClaim() != null) {
          manifests.one(
              V1PersistentVolumeClaim.class, volume.getPersistentVolumeClaim().getClaimName());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REHEARSE")
  void theCommandsAreUnderstoodAndMeanTheSameFleet(Applied applied) throws IOException {
    Manifests manifests = applied.manifests();
    for (V1PodTemplateSpec template : manifests.pods()) {
      V1Container container = template.getSpec().getContainers().get(0);
      ParseResult command = parsed(container).subcommand();
      List<String> hubs = command.matchedOptionValue("--fleet", List.of());
      for (String hub : hubs) { // of agents
        manifests.one(V1Service.class, hub);
      }
      assertThat(command.commandSpec().name()).isEqualTo(hubs.isEmpty() ? "run" : "agent");
      Path secret = command.matchedOptionValue("--fleet-secret-file", Path.of(""));
      V1Volume volume = mounted(template.getSpec(), secret);
      assertThat(Files.readString(HOME.resolve("docs/kubernetes.md")))
          .contains(
              "create secret generic %s --from-file=%s="
                  .formatted(volume.getSecret().getSecretName(), secret.getFileName()));
    }
  }

  @Test
  void aRehearsalIsUnderstoodAndKept() throws IOException {
    V1PodSpec pod = Applied.REHEARSE.manifests().pods().get(0).getSpec();
    ParseResult command = parsed(pod.getContainers().get(0)).subcommand();
    assertThat(command.commandSpec().name()).isEqualTo("rehearse");
    V1Volume out = mounted(pod, command.matchedOptionValue("--out", Path.of("")));
    assertThat(out.getPersistentVolumeClaim()).isNotNull();
  }

  /** The controller waits for as many agents as there are going to be. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REHEARSE")
  void theControllerWaitsForAllAgents(Applied applied) throws IOException {
    Manifests manifests = applied.manifests();
    V1Deployment agents = manifests.one(V1Deployment.class, "sluice-agents");
    V1Job run = manifests.one(V1Job.class, "sluice-run");
    assertThat(run.getSpec().getTemplate().getSpec().getContainers().get(0).getArgs())
        .contains("--agents=" + agents.getSpec().getReplicas());
  }

  /** The plan that the controller plays is one, with the channel table that lies beside it. */
  @ParameterizedTest
  @EnumSource
  void thePlanCanBePlayed(Applied applied) throws IOException {
    Map<String, Path> plan = applied.kustomization().configMaps().get("sluice-plan");
    assertThat(plan.keySet()).isEqualTo(new TreeSet<>(Set.of("plan.yaml", "ccdt.json")));
    String text = Files.readString(plan.get("plan.yaml"));
    assertThat(text).contains("/plan/ccdt.json");
    Path local = Files.createTempFile("plan", ".yaml");
    Path password = Files.createTempFile("password", ".txt");
    try {
      Files.writeString(password, "canary\n");
      Files.writeString(
          local,
          text.replace("/plan/ccdt.json", plan.get("ccdt.json").toAbsolutePath().toString())
              .replace("/secrets/broker/password", password.toString()));
      StringWriter err = new StringWriter();
      CommandLine program =
          Commands.commandLine(new PrintWriter(new StringWriter()), new PrintWriter(err));
      assertThat(program.execute("run", local.toString(), "--dry-run")).as(err.toString()).isZero();
    } finally {
      Files.delete(local);
      Files.delete(password);
    }
  }

  /** The command line of a container, as this program reads it when the variables have values. */
  private static ParseResult parsed(V1Container container) {
    Map<String, String> values = new HashMap<>();
    container.getEnv().forEach(each -> values.put("$(" + each.getName() + ")", "127.0.0.1"));
    String[] words =
        container.getArgs().stream()
            .map(
                word -> {
                  String replaced = word;
                  for (Map.Entry<String, String> value : values.entrySet()) {
                    replaced = replaced.replace(value.getKey(), value.getValue());
                  }
                  return replaced;
                })
            .toArray(String[]::new);
    assertThat(words).noneMatch(word -> word.contains("$("));
    StringWriter nowhere = new StringWriter();
    ParseResult result =
        Commands.commandLine(
                new PrintWriter(nowhere), new PrintWriter(nowhere), new Secrets(), words)
            .parseArgs(words);
    assertThat(result.errors()).isEmpty();
    return result;
  }

  private static V1Volume mounted(V1PodSpec pod, Path file) {
    String name =
        pod.getContainers().get(0).getVolumeMounts().stream()
            .filter(mount -> Path.of(mount.getMountPath()).equals(file.getParent()))
            .findFirst()
            .orElseThrow(() -> new AssertionError(file + " is in no volume"))
            .getName();
    return pod.getVolumes().stream()
        .filter(volume -> volume.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A port by its number, or by its name in the pod. */
  private static int port(V1PodTemplateSpec pod, IntOrString port) {
    if (port.isInteger()) {
      return port.getIntValue();
    }
    return pod.getSpec().getContainers().get(0).getPorts().stream()
        .filter(each -> each.getName().equals(port.getStrValue()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no port " + port.getStrValue()))
        .getContainerPort();
  }

  /** The number of the user that the image is made for. */
  private static long imageUser() throws IOException {
    String pom = Files.readString(HOME.resolve("harness-control/app/pom.xml"));
    return Long.parseLong(pom.replaceAll("(?s).*<user>(\\d+):\\d+</user>.*", "$1"));
  }
}
