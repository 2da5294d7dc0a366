package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.endpoint.access.TestCertificate;
import dev.sluice.control.process.Logging;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A secret is given in every place where one can be given, and must be in nothing that comes out.
 */
class NoSecretIsWrittenTest {

  private static final String CANARY = "c4n4ry-Zq7w8";

  /** Nobody listens there. */
  private static final String NOBODY = "127.0.0.1:1";

  private static final List<String> ASKED =
      List.of("auth " + CANARY, "status", "status json", "stats json", "mark pw=" + CANARY);

  @TempDir static Path clients;
  @TempDir Path folder;

  @BeforeAll
  static void makeStore() throws Exception {
    TestCertificate.in(clients, "localhost").store(clients.resolve("store.p12"), CANARY);
  }

  @BeforeAll
  static void makeClient() throws IOException {
    String name = TalkativeFactory.class.getName().replace('.', '/') + ".class";
    try (InputStream bytes = TalkativeFactory.class.getClassLoader().getResourceAsStream(name);
        JarOutputStream jar = new JarOutputStream(Files.newOutputStream(client()))) {
      jar.putNextEntry(new JarEntry(name));
      bytes.transferTo(jar);
    }
  }

  @AfterEach
  void letTheLogBe() {
    Logging.configure(false);
  }

  static Stream<SecretPlace> places() {
    return SecretPlace.all();
  }

  @Test
  void eachPlaceIsListedOnce() {
    assertThat(places().map(SecretPlace::place)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("places")
  void theSecretIsInNothingThatComesOut(SecretPlace given) throws Exception {
    Path inputs = Files.createDirectory(folder.resolve("in"));
    for (String file : given.files()) {
      String[] nameAndContent = file.split("\n", 2);
      Files.writeString(inputs.resolve(nameAndContent[0]), filled(nameAndContent[1], inputs));
    }
    String[] arguments =
        Arrays.stream(given.line().split(" ", -1))
            .map(word -> filled(word, inputs))
            .toArray(String[]::new);
    CommandOutputs outputs = CommandOutputs.of(arguments, inputs.resolve("out"), ASKED, CANARY);
    assertThat(outputs.exitCode()).as("%s", outputs.texts()).isEqualTo(given.exitCode());
    outputs.texts().forEach((where, text) -> assertThat(text).as(where).doesNotContain(CANARY));
  }

  private static String filled(String text, Path inputs) {
    return text.replace("CANARY", CANARY)
        .replace("NOBODY", NOBODY)
        .replace("FOLDER", inputs.toString())
        .replace("CLIENT", client().toString())
        .replace("STORE", clients.resolve("store.p12").toString());
  }

  private static Path client() {
    return clients.resolve("client.jar");
  }
}
