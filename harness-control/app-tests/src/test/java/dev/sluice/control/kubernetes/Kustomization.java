package dev.sluice.control.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What {@code kubectl kustomize} makes of a folder, for the few features that {@code
 * config/kubernetes} uses. Anything else in a kustomization is refused.
 *
 * @param objects the Kubernetes objects, as maps
 * @param configMaps the files of each generated config map: its name, then file by key
 */
record Kustomization(List<Map<String, Object>> objects, Map<String, Map<String, Path>> configMaps) {

  private static final List<String> KEYS =
      List.of(
          "apiVersion",
          "kind",
          "namespace",
          "resources",
          "images",
          "replicas",
          "configMapGenerator",
          "generatorOptions",
          "patches");

  static Kustomization of(Path folder) throws IOException {
    Map<String, Object> root = documents(folder.resolve("kustomization.yaml")).get(0);
    assertThat(root.keySet()).isSubsetOf(KEYS);
    Kustomization made = new Kustomization(new ArrayList<>(), new TreeMap<>());
    for (String resource : Kustomization.<String>list(root, "resources")) {
      Path path = folder.resolve(resource);
      if (Files.isDirectory(path)) {
        Kustomization base = of(path);
        made.objects.addAll(base.objects);
        made.configMaps.putAll(base.configMaps);
      } else {
        made.objects.addAll(documents(path));
      }
    }
    for (Map<String, Object> generator : maps(root, "configMapGenerator")) {
      boolean replaced = "replace".equals(generator.get("behavior"));
      assertThat(made.configMaps.containsKey(generator.get("name"))).isEqualTo(replaced);
      made.configMaps.put((String) generator.get("name"), files(folder, generator));
    }
    for (Map<String, Object> patch : maps(root, "patches")) {
      for (Map<String, Object> part : documents(folder.resolve((String) patch.get("path")))) {
        merge(made.named((String) part.get("kind"), name(part)), part);
      }
    }
    for (Map<String, Object> replicas : maps(root, "replicas")) {
      map(made.named("Deployment", (String) replicas.get("name")), "spec")
          .put("replicas", replicas.get("count"));
    }
    for (Map<String, Object> object : made.objects) {
      if (root.containsKey("namespace") && !object.get("kind").equals("Namespace")) {
        map(object, "metadata").put("namespace", root.get("namespace"));
      }
      for (Map<String, Object> image : maps(root, "images")) {
        rename(image, object);
      }
    }
    return made;
  }

  private Map<String, Object> named(String kind, String name) {
    return objects.stream()
        .filter(object -> object.get("kind").equals(kind) && name(object).equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " " + name + " to patch"));
  }

  private static Map<String, Path> files(Path folder, Map<String, Object> generator) {
    Map<String, Path> files = new TreeMap<>();
    for (String file : Kustomization.<String>list(generator, "files")) {
      assertThat(folder.resolve(file)).isRegularFile();
      files.put(file, folder.resolve(file));
    }
    return files;
  }

  /** A strategic merge: maps by key, lists of named things by name, all else replaced. */
  private static void merge(Map<String, Object> into, Map<String, Object> patch) {
    patch.forEach(
        (key, value) -> {
          Object present = into.get(key);
          if (value == null) {
            into.remove(key);
          } else if (present instanceof Map && value instanceof Map) {
            merge(map(into, key), map(patch, key));
          } else if (present instanceof List && named(value)) {
            mergeByName(maps(into, key), maps(patch, key));
          } else {
            into.put(key, value);
          }
        });
  }

  /** The entries of the patch come first, as in {@code kubectl}. */
  private static void mergeByName(List<Map<String, Object>> into, List<Map<String, Object>> patch) {
    for (int i = 0; i < patch.size(); i++) {
      Map<String, Object> part = patch.get(i);
      Map<String, Object> merged =
          into.stream()
              .filter(present -> Objects.equals(present.get("name"), part.get("name")))
              .findFirst()
              .orElseGet(LinkedHashMap::new);
      into.remove(merged);
      merge(merged, part);
      into.add(i, merged);
    }
  }

  private static boolean named(Object value) {
    return value instanceof List<?> list
        && list.stream().allMatch(each -> each instanceof Map<?, ?> map && map.containsKey("name"));
  }

  private static void rename(Map<String, Object> image, Object in) {
    if (in instanceof List<?> list) {
      list.forEach(each -> rename(image, each));
    } else if (in instanceof Map<?, ?>) {
      @SuppressWarnings("unchecked")
      Map<String, Object> map = (Map<String, Object>) in;
      map.replaceAll(
          (key, value) ->
              key.equals("image") && value.equals(image.get("name"))
                  ? image.get("newName") + ":" + image.get("newTag")
                  : value);
      map.values().forEach(each -> rename(image, each));
    }
  }

  static List<Map<String, Object>> documents(Path file) throws IOException {
    return documents(Files.readString(file));
  }

  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> documents(String yaml) {
    LoadSettings settings =
        LoadSettings.builder()
            .setAllowDuplicateKeys(false)
            .setDefaultMap(LinkedHashMap::new)
            .build();
    List<Map<String, Object>> documents = new ArrayList<>();
    new Load(settings)
        .loadAllFromString(yaml)
        .forEach(document -> documents.add((Map<String, Object>) document));
    return documents;
  }

  static String name(Map<String, Object> object) {
    return (String) map(object, "metadata").get("name");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Map<String, Object> in, String key) {
    return (Map<String, Object>) in.get(key);
  }

  private static List<Map<String, Object>> maps(Map<String, Object> in, String key) {
    return list(in, key);
  }

  @SuppressWarnings("unchecked")
  private static <T> List<T> list(Map<String, Object> in, String key) {
    return (List<T>) in.getOrDefault(key, List.of());
  }
}
