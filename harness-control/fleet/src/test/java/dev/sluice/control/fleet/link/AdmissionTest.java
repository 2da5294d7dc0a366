package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionTest {

  /** It is said before TLS begins, so a member gets no message of another version. */
  @Test
  void anotherVersionIsToldAndNoMoreIsRead() {
    Admission one = new Admission(settings("one", "1"), TestMember.SECRET);
    Admission two = new Admission(settings("two", "2"), TestMember.SECRET);
    String nonce = one.nonce();
    String join = two.join(one.greeting(nonce)).orElseThrow();
    String answer = one.answer(nonce, join).orElseThrow();
    assertThat(Admission.isWelcome(answer)).isFalse();
    assertThat(Admission.refusal(answer)).contains("two is version 2, and one is 1");
  }

  /** Builds of one version may speak differently, so that is asked for as well. */
  @Test
  void anotherBuildOfTheSameVersionIsTold() {
    Admission one = new Admission(settings("one", "1"), TestMember.SECRET);
    String nonce = "0".repeat(32);
    String words = "test 1 4 two";
    String proof =
        HexFormat.of()
            .formatHex(TestMember.SECRET.mac(("join " + nonce + " " + words).getBytes(UTF_8)));
    String answer = one.answer(nonce, "join " + words + " " + proof).orElseThrow();
    assertThat(Admission.refusal(answer)).contains("both are version 1, but two is another build");
  }

  private static FleetSettings settings(String member, String version) {
    return TestMember.settings("test", member, version, 0, List.of());
  }
}
