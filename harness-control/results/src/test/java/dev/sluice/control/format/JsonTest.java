package dev.sluice.control.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How JSON is laid out. */
class JsonTest {

  private static final Json ALL =
      new Json()
          .put("text", "a \"quote\"")
          .put("number", new BigDecimal("1E+3"))
          .put("list", Arrays.asList(1, 2.5, null, true))
          .put("nothing", List.of())
          .put("inner", new Json().put("map", Map.of("key", List.of("x"))).put("empty", Map.of()))
          .put("raw", new Json.Raw("{\"as\": \"it is\"}"));

  @Test
  void onOneLine() {
    assertThat(ALL)
        .hasToString(
            "{\"text\":\"a \\\"quote\\\"\",\"number\":1000,\"list\":[1,2.5,null,true],"
                + "\"nothing\":[],\"inner\":{\"map\":{\"key\":[\"x\"]},\"empty\":{}},"
                + "\"raw\":{\"as\": \"it is\"}}");
  }

  @Test
  void onALineForEachMember() {
    assertThat(ALL.pretty())
        .isEqualTo(
            """
            {
              "text": "a \\"quote\\"",
              "number": 1000,
              "list": [
                1,
                2.5,
                null,
                true
              ],
              "nothing": [],
              "inner": {
                "map": {
                  "key": [
                    "x"
                  ]
                },
                "empty": {}
              },
              "raw": {"as": "it is"}
            }""");
  }
}
