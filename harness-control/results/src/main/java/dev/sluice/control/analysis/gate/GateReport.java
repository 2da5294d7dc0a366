package dev.sluice.control.analysis.gate;

import dev.sluice.control.analysis.compare.Difference;
import dev.sluice.control.analysis.gate.GateResult.Ruling;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Table;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of a gate for people and programs.
 *
 * @param plan its name
 * @param against how the baseline differs from the plan
 */
public record GateReport(String plan, String against, GateResult result) {

  /** For people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(table().lines(result.rulings()));
    lines.addAll(result.notJudged());
    lines.add("");
    lines.add("A is " + plan + " with " + against + ", B is " + plan);
    lines.add(sureness());
    lines.add(result.headline());
    return lines;
  }

  private String sureness() {
    return Figures.text(
        "a change counts above %s %%; of 1,000 gates at most %.0f give a wrong answer",
        Difference.inPercent(result.margin()), Difference.ERROR_LEVEL * 1_000);
  }

  private Table<Ruling> table() {
    return new Table<Ruling>()
        .left("subject", each -> each.figure().subject())
        .left("figure", each -> Difference.name(each.figure().metric()))
        .as("metric", each -> each.figure().metric().word())
        .value("unit", each -> Difference.unit(each.figure().metric()))
        .value("rounds", Ruling::rounds)
        .right("A", each -> Difference.text(each.figure().metric(), each.a()))
        .as("a", each -> Difference.number(each.a()))
        .right("B", each -> Difference.text(each.figure().metric(), each.b()))
        .as("b", each -> Difference.number(each.b()))
        .right("change", each -> Difference.percent(each.change().value()))
        .as("change", each -> Difference.percents(each.change()))
        .left("interval", GateResult::range)
        .forPeople()
        .left("A against itself", GateResult::drift)
        .as("drift", each -> Difference.percents(each.drift()))
        .left("answer", each -> result.word(each.decision()))
        .as("answer", Ruling::decision);
  }

  public Json json() {
    return new Json()
        .put("answer", result.decision())
        .put("headline", result.headline())
        .put("plan", plan)
        .put("against", against)
        .put("marginPercent", Difference.inPercent(result.margin()))
        .put("errorLevel", Difference.ERROR_LEVEL)
        .put("rounds", result.rounds().size())
        .put("judgedRounds", result.judged().size())
        .put("notJudged", result.notJudged())
        .put("figures", result.rulings().stream().map(table()::json).toList());
  }

  /** For the comment on a pull request. */
  public String markdown() {
    return "### Gate: "
        + Table.escaped(result.headline())
        + "\n\n"
        + table().markdown(result.rulings())
        + "\n"
        + Stream.concat(
                result.notJudged().stream(),
                Stream.of("A is " + plan + " with " + against + ", B is " + plan, sureness()))
            .map(line -> "- " + Table.escaped(line) + "\n")
            .collect(Collectors.joining());
  }

  /** JUnit's XML: a test for each figure, which fails if it got worse, with an error if unknown. */
  public String junit() {
    List<Ruling> rulings = result.rulings();
    return Figures.text(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>%n"
                + "<testsuite name=\"sluice gate %s\" tests=\"%d\" failures=\"%d\" errors=\"%d\">%n",
            xml(plan),
            rulings.size(),
            count(rulings, Decision.WORSE),
            count(rulings, Decision.CANNOT_TELL))
        + rulings.stream().map(this::testCase).collect(Collectors.joining())
        + Figures.text(
            "<system-out>%s</system-out>%n</testsuite>%n", xml(String.join("\n", lines())));
  }

  private String testCase(Ruling each) {
    String message = "message=\"" + xml(String.join("  ", table().texts(each))) + "\"/>";
    return Figures.text(
        "<testcase classname=\"%s\" name=\"%s\">%s</testcase>%n",
        xml(plan),
        xml(GateResult.name(each.figure())),
        switch (each.decision()) {
          case WORSE -> "<failure " + message;
          case CANNOT_TELL -> "<error " + message;
          case BETTER, EQUAL -> "";
        });
  }

  private static long count(List<Ruling> rulings, Decision decision) {
    return rulings.stream().filter(each -> each.decision() == decision).count();
  }

  /** XML has no way to write other control characters. */
  private static String xml(String text) {
    return text.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "?")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;");
  }
}
