package dev.sluice.control.kubernetes;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.json.JSONObject;

/**
 * Objects as the model of Kubernetes' client has them, which refuses fields that it does not know.
 */
record Manifests(List<KubernetesObject> objects) {

  private static final Map<String, Class<? extends KubernetesObject>> KINDS =
      Map.of(
          "v1 Namespace", V1Namespace.class,
          "v1 ServiceAccount", V1ServiceAccount.class,
          "v1 Service", V1Service.class,
          "v1 PersistentVolumeClaim", V1PersistentVolumeClaim.class,
          "apps/v1 Deployment", V1Deployment.class,
          "batch/v1 Job", V1Job.class,
          "rbac.authorization.k8s.io/v1 Role", V1Role.class,
          "rbac.authorization.k8s.io/v1 RoleBinding", V1RoleBinding.class,
          "networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy.class);

  static Manifests of(List<Map<String, Object>> documents) {
    return new Manifests(documents.stream().map(Manifests::read).toList());
  }

  private static KubernetesObject read(Map<String, Object> document) {
    String kind = document.get("apiVersion") + " " + document.get("kind");
    if (!KINDS.containsKey(kind)) {
      throw new AssertionError("no test reads a " + kind);
    }
    return JSON.deserialize(new JSONObject(document).toString(), KINDS.get(kind));
  }

  <T extends KubernetesObject> List<T> all(Class<T> kind) {
    return objects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  <T extends KubernetesObject> T one(Class<T> kind, String name) {
    return all(kind).stream()
        .filter(object -> name.equals(object.getMetadata().getName()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind.getSimpleName() + " " + name));
  }

  /** The pods of all workloads: agents, the controller of a fleet, a rehearsal. */
  List<V1PodTemplateSpec> pods() {
    List<V1PodTemplateSpec> pods = new ArrayList<>();
    all(V1Deployment.class).forEach(agents -> pods.add(agents.getSpec().getTemplate()));
    all(V1Job.class).forEach(run -> pods.add(run.getSpec().getTemplate()));
    return pods;
  }
}
