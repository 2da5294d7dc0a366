package dev.sluice.control.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

  private final Secrets secrets = new Secrets();

  @Test
  void aSecretIsMaskedWhereverItStands() {
    secrets.add("Zq7w8-c4n4ry");
    assertThat(secrets.mask("xZq7w8-c4n4ryx, Zq7w8-c4n4ry")).isEqualTo("x***x, ***");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {"Zq7\"w8xy", "Zq7\\w8xy", "Zq7/w8 xy", "Zq7<w8xy", "Zq%2Fw8xy", "|Zq7,w8xy|"})
  void aSecretIsMaskedInEveryFormOfWriting(String secret) {
    secrets.add(secret);
    String json = org.json.JSONObject.quote("user " + secret);
    String csv = '"' + secret.replace("\"", "\"\"") + '"';
    String url = java.net.URLEncoder.encode(secret, StandardCharsets.UTF_8);
    assertThat(secrets.mask(json + csv + url).replace("***", ""))
        .doesNotContain("Zq")
        .doesNotContain("w8");
  }

  @Test
  void aShortOneIsMaskedAsAWordOfItsOwn() {
    secrets.add("rate");
    assertThat(secrets.mask("login rate; generated rates")).isEqualTo("login ***; generated rates");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"time\":\"12:00\",\"iterations\":1234}", "a,1234,b\n", "1234,1234\n", "[1234]"})
  void namesAndFiguresOfFilesStayAsTheyAre(String text) {
    secrets.add("time");
    secrets.add("1234");
    assertThat(secrets.mask(text)).isEqualTo(text);
    assertThat(secrets.mask("\"login 1234\"")).isEqualTo("\"login ***\"");
  }

  @Test
  void wordsOfACommandLineAreLookedThrough() {
    secrets.addIn(
        List.of("--password", "first-secret", "-pw", "second-secret", "--password-file", "/a/b"));
    assertThat(secrets.mask("first-secret second-secret /a/b")).isEqualTo("*** *** /a/b");
  }

  @Test
  void streamsAndWritersPassOnWholeLines() {
    secrets.add("Zq7w8-c4n4ry");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream stream = secrets.masking(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    stream.print("\u00e9 Zq7w8-");
    stream.println("c4n4ry");
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("\u00e9 ***" + System.lineSeparator());
    StringWriter text = new StringWriter();
    PrintWriter writer = secrets.masking(new PrintWriter(text, true));
    writer.print("Zq7w8-");
    writer.println("c4n4ry");
    assertThat(text).hasToString("***" + System.lineSeparator());
  }
}
