package dev.sluice.control.sink.page;

import dev.sluice.control.endpoint.http.HttpReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A file of the catalogue's site. None of them holds anything of a run. */
enum SiteFile {
  CSS(
      "/page.css",
      "text/css; charset=utf-8",
      List.of("uplot/uPlot.min.css", "page.css", "site.css")),
  CATALOGUE_JS(
      "/catalogue.js",
      Form.SCRIPT,
      List.of(
          "uplot/uPlot.iife.min.js",
          "text.js",
          "theme.js",
          "charts.js",
          "tables.js",
          "site.js",
          "catalogue.js")),
  /** Gets what a report or a comparison shows, then the script that shows it. */
  SHOWN_JS("/shown.js", Form.SCRIPT, List.of("site.js", "shown.js")),
  REPORT_JS("/view/report.js", Form.SCRIPT, withCharts(ReportPage.SCRIPTS)),
  COMPARISON_JS("/view/compare.js", Form.SCRIPT, withCharts(ComparisonPage.SCRIPTS));

  /** What several files have in common. */
  private static final class Form {
    private static final String SCRIPT = "text/javascript; charset=utf-8";
  }

  private final String path;
  private final String contentType;

  @SuppressWarnings("ImmutableEnumChecker") // it is a copy that cannot be changed
  private final List<String> parts;

  SiteFile(String path, String contentType, List<String> parts) {
    this.path = path;
    this.contentType = contentType;
    this.parts = List.copyOf(parts);
  }

  private static List<String> withCharts(List<String> scripts) {
    List<String> all = new ArrayList<>(List.of("uplot/uPlot.iife.min.js"));
    all.addAll(scripts);
    return all;
  }

  String path() {
    return path;
  }

  HttpReply reply() {
    try {
      return HttpReply.of(contentType, PageFile.joined(parts));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A page with nothing but this script. */
  HttpReply page() {
    try {
      return HttpReply.of(
              "text/html; charset=utf-8", Page.resource("site.html").replace("{{script}}", path))
          .with("content-security-policy", PageFile.POLICY);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
