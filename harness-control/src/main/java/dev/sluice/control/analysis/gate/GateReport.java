package dev.sluice.control.analysis.gate;

import dev.sluice.control.analysis.compare.Difference;
import dev.sluice.control.analysis.gate.GateResult.Answer;
import dev.sluice.control.format.Json;
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

  private static final List<String> HEAD =
      List.of("subject", "figure", "A", "B", "change", "interval", "A against itself", "answer");

  /** For people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(Figures.table(rows(), column -> column > 1 && column < 5));
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

  private List<List<String>> rows() {
    return Stream.concat(Stream.of(HEAD), result.answers().stream().map(this::row)).toList();
  }

  private List<String> row(Answer each) {
    return List.of(
        each.figure().subject(),
        Difference.name(each.figure().metric()),
        Difference.text(each.figure().metric(), each.a()),
        Difference.text(each.figure().metric(), each.b()),
        Difference.percent(each.change().value()),
        GateResult.range(each),
        GateResult.drift(each),
        result.word(each.decision()));
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
        .put("figures", result.answers().stream().map(GateReport::json).toList());
  }

  private static Json json(Answer each) {
    return new Json()
        .put("subject", each.figure().subject())
        .put("metric", each.figure().metric().word())
        .put("unit", each.figure().metric().isTime() ? "ms" : "/s")
        .put("answer", each.decision())
        .put("rounds", each.rounds())
        .put("a", Difference.number(each.a()))
        .put("b", Difference.number(each.b()))
        .put("change", Difference.percents(each.change()))
        .put("drift", Difference.percents(each.drift()));
  }

  /** For the comment on a pull request. */
  public String markdown() {
    List<List<String>> rows = new ArrayList<>(rows());
    rows.add(1, List.of("---", "---", "--:", "--:", "--:", "---", "---", "---"));
    return "### Gate: "
        + cell(result.headline())
        + "\n\n"
        + rows.stream()
            .map(row -> row.stream().map(GateReport::cell).collect(Collectors.joining(" | ")))
            .collect(Collectors.joining(" |\n| ", "| ", " |\n\n"))
        + Stream.concat(
                result.notJudged().stream(),
                Stream.of("A is " + plan + " with " + against + ", B is " + plan, sureness()))
            .map(line -> "- " + cell(line) + "\n")
            .collect(Collectors.joining());
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replaceAll("\\R", " ");
  }

  /** JUnit's XML: a test for each figure, which fails if it got worse, with an error if unknown. */
  public String junit() {
    List<Answer> answers = result.answers();
    return Figures.text(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>%n"
                + "<testsuite name=\"sluice gate %s\" tests=\"%d\" failures=\"%d\" errors=\"%d\">%n",
            xml(plan),
            answers.size(),
            count(answers, Decision.WORSE),
            count(answers, Decision.CANNOT_TELL))
        + answers.stream().map(this::testCase).collect(Collectors.joining())
        + Figures.text(
            "<system-out>%s</system-out>%n</testsuite>%n", xml(String.join("\n", lines())));
  }

  private String testCase(Answer each) {
    String message = "message=\"" + xml(String.join("  ", row(each))) + "\"/>";
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

  private static long count(List<Answer> answers, Decision decision) {
    return answers.stream().filter(each -> each.decision() == decision).count();
  }

  /** XML has no way to write other control characters. */
  private static String xml(String text) {
    return text.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "?")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;");
  }
}
