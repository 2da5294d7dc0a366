package dev.sluice.jms.provider.ibmmq.ccdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CcdtPlanTest {

  private static CcdtPlan plan(String group, String cipher) {
    return plan(group, cipher, List.of("QM1", "QM2", "QM3"), List.of("a", "b"));
  }

  private static CcdtPlan plan(
      String group, String cipher, List<String> queueManagers, List<String> hosts) {
    return new CcdtPlan(
        Optional.ofNullable(group),
        queueManagers,
        hosts.stream().map(host -> new CcdtEntry.Address(host, 1414)).toList(),
        "APP",
        1,
        10,
        7,
        cipher);
  }

  @Test
  void hostsTakeTurnsAndPortsFollow() {
    CcdtPlan plan = plan("G", "");

    assertThat(List.of(plan.addressOf(0), plan.addressOf(1), plan.addressOf(2)))
        .containsExactly(
            new CcdtEntry.Address("a", 1414),
            new CcdtEntry.Address("b", 1414),
            new CcdtEntry.Address("a", 1415));
  }

  /** Whatever the layout, no two have one address, and ports of a host have no holes. */
  @Test
  void eachQueueManagerHasAPortOfItsOwn() {
    List<String> names = IntStream.rangeClosed(1, 7).mapToObj(i -> "QM" + i).toList();
    for (String layout : List.of("a", "a b", "a a a b b", "a b a", "b a a a a a a c")) {
      CcdtPlan plan = plan("G", "", names, List.of(layout.split(" ")));
      List<CcdtEntry.Address> addresses = IntStream.range(0, 7).mapToObj(plan::addressOf).toList();
      assertThat(addresses).as(layout).doesNotHaveDuplicates();
      for (String host : List.of("a", "b", "c")) {
        List<Integer> ports =
            addresses.stream()
                .filter(address -> address.host().equals(host))
                .map(CcdtEntry.Address::port)
                .toList();
        assertThat(ports)
            .as(layout)
            .isEqualTo(IntStream.range(1414, 1414 + ports.size()).boxed().toList());
      }
    }
  }

  @Test
  void hasEachQueueManagerInTheGroupAndByName() {
    assertThat(plan("G", "").table("t").entries())
        .extracting(CcdtEntry::queueManager)
        .containsExactly("G", "G", "G", "QM1", "QM2", "QM3");
    assertThat(plan(null, "").table("t").entries())
        .extracting(CcdtEntry::queueManager)
        .containsExactly("QM1", "QM2", "QM3");
  }

  @Test
  void isReadAsItWasWritten() {
    Ccdt table = plan("G", "ANY_TLS12").table("t");

    assertThat(Ccdt.parse("t", table.json())).isEqualTo(table);
  }

  @Test
  void whatIsLeftOutIsNotWritten() {
    CcdtEntry bare =
        new CcdtEntry(
            0,
            "APP",
            "",
            List.of(new CcdtEntry.Address("h", 1)),
            OptionalInt.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.of(1024),
            "",
            "");
    Ccdt table = new Ccdt("t", List.of(bare));

    assertThat(table.json())
        .contains("\"maximumMessageLength\": 1024")
        .doesNotContain("connectionManagement", "transmissionSecurity");
    assertThat(Ccdt.parse("t", table.json())).isEqualTo(table);
  }
}
