package dev.sluice.jms.provider.ibmmq.ccdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.RequestedQueueManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CcdtRouteTest {

  @ParameterizedTest
  @CsvSource({
    "'*GRP', GRP, false",
    "GRP, GRP, true",
    "' GRP ', GRP, true",
    "'*GRP ', GRP, false",
    "'*', '', false",
    "'', '', false",
    "' ', '', false",
    "'**GRP', '*GRP', false"
  })
  void understandsTheNameThatAnApplicationGives(String given, String entry, boolean checked) {
    RequestedQueueManager requested = RequestedQueueManager.of(given);

    assertThat(requested.entryName()).isEqualTo(entry);
    assertThat(requested.nameChecked()).isEqualTo(checked);
  }

  @Test
  void triesTheEntriesOfTheNameOnly() {
    Ccdt table =
        Ccdt.parse(
            "t.json",
            Tables.of(Tables.named("", 1), Tables.named("GRP", 2), Tables.named("grp", 3)));

    assertThat(ports(CcdtRoute.of(table, RequestedQueueManager.of("*GRP")))).containsExactly(2);
    assertThat(ports(CcdtRoute.of(table, RequestedQueueManager.of("grp")))).containsExactly(3);
    assertThat(ports(CcdtRoute.of(table, RequestedQueueManager.of("*")))).containsExactly(1);
    assertThat(ports(CcdtRoute.of(table, RequestedQueueManager.of("QM1")))).isEmpty();
  }

  @Test
  void ordersEntriesOfWeightZeroByChannelAndTriesThemFirst() {
    CcdtRoute route =
        route(
            Tables.managed("b", 1, "\"affinity\": \"none\", \"clientWeight\": 99"),
            Tables.managed("b", 2, "\"affinity\": \"none\""),
            Tables.managed("a", 3, "\"affinity\": \"none\", \"clientWeight\": 0"),
            Tables.managed("B", 4, "\"affinity\": \"none\", \"clientWeight\": 0"),
            Tables.managed("b", 5, "\"affinity\": \"none\", \"clientWeight\": 0"));

    assertThat(route.first()).extracting(at -> at.address().port()).containsExactly(4, 3, 2, 5);
    assertThat(route.drawn()).extracting(at -> at.address().port()).containsExactly(1);
  }

  @Test
  void drawsTheOthersByWeight() {
    CcdtRoute route =
        route(
            Tables.managed("A", 1, "\"affinity\": \"none\", \"clientWeight\": 5"),
            Tables.managed("B", 2, "\"affinity\": \"none\", \"clientWeight\": 3"),
            Tables.managed("C", 3, "\"affinity\": \"none\", \"clientWeight\": 2"));

    assertThat(route.drawn().stream().map(route::chanceToBeDrawnFirst).toList())
        .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1)
        .containsExactly(0.5, 0.3, 0.2);
  }

  @Test
  void chancesAddUp() {
    CcdtRoute route =
        route(
            Tables.managed("A", 1, "\"clientWeight\": 99"),
            Tables.managed("B", 2, "\"clientWeight\": 7"),
            Tables.managed("C", 3, "\"clientWeight\": 1"));

    assertThat(route.drawn().stream().mapToDouble(route::chanceToBeDrawnFirst).sum())
        .isCloseTo(1, within(1e-9));
  }

  /** A has two addresses, so it is drawn twice as often as B. */
  @Test
  void eachAddressHasTheWholeWeightOfItsEntry() {
    String both = Tables.managed("A", 1, "\"clientWeight\": 10").replace("}]", "}, {\"port\": 2}]");

    CcdtRoute route = route(both, Tables.managed("B", 3, "\"clientWeight\": 10"));

    assertThat(route.drawn()).extracting(each -> each.address().port()).containsExactly(1, 2, 3);
    assertThat(route.drawn()).allMatch(each -> route.chanceToBeDrawnFirst(each) == 1 / 3.0);
  }

  @ParameterizedTest
  @CsvSource({"none, none, NONE", "preferred, preferred, PREFERRED", "none, preferred, "})
  void hasAnAffinityIfAllEntriesHaveTheSame(String a, String b, CcdtEntry.Affinity expected) {
    String first = Tables.managed("A", 1, "\"clientWeight\": 1, \"affinity\": \"" + a + "\"");
    String last = Tables.managed("B", 2, "\"clientWeight\": 1, \"affinity\": \"" + b + "\"");

    assertThat(route(first, last).affinity()).isEqualTo(Optional.ofNullable(expected));
    assertThat(route(last, first).affinity()).isEqualTo(Optional.ofNullable(expected));
  }

  private static CcdtRoute route(String... entries) {
    return CcdtRoute.of(Ccdt.parse("t.json", Tables.of(entries)), RequestedQueueManager.of("*G"));
  }

  private static List<Integer> ports(CcdtRoute route) {
    return route.entries().stream().map(entry -> entry.addresses().get(0).port()).toList();
  }
}
