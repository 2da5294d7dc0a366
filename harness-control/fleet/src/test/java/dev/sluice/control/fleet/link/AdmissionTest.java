package dev.sluice.control.fleet.link;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static FleetSettings settings(String member, String version) {
    return TestMember.settings("test", member, version, 0, List.of());
  }
}
