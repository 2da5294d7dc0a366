package dev.sluice.mqsim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogFileNameTest {

  @Test
  void everyMemberHasALogOfItsOwn() {
    assertThat(SimulatedCluster.fileName("QM1")).isEqualTo("QM1.log");
    assertThat(SimulatedCluster.fileName("A/B")).isEqualTo("A%2FB.log");
    assertThat(SimulatedCluster.fileName("A%2FB")).isEqualTo("A%252FB.log");
  }
}
