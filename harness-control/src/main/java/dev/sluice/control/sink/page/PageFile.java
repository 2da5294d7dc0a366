package dev.sluice.control.sink.page;

import java.io.IOException;
import java.util.List;

/** The files of the live page, which holds no figures itself. */
enum PageFile {
  LIVE_HTML("text/html; charset=utf-8", List.of("live.html")),
  CSS("text/css; charset=utf-8", List.of("uplot/uPlot.min.css", "page.css", "live.css")),
  LIVE_JS(
      "text/javascript; charset=utf-8",
      List.of(
          "uplot/uPlot.iife.min.js",
          "text.js",
          "theme.js",
          "charts.js",
          "tables.js",
          "heatmap.js",
          "sweep.js",
          "report.js",
          "controls.js",
          "live.js"));

  /** Of each page that is served: nothing from or to elsewhere, no script but the server's own. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final String contentType;

  @SuppressWarnings("ImmutableEnumChecker") // it is a copy that cannot be changed
  private final List<String> parts;

  PageFile(String contentType, List<String> parts) {
    this.contentType = contentType;
    this.parts = List.copyOf(parts);
  }

  String contentType() {
    return contentType;
  }

  String content() throws IOException {
    return joined(parts);
  }

  /** Resources, one after the other. */
  static String joined(List<String> parts) throws IOException {
    StringBuilder content = new StringBuilder();
    for (String part : parts) {
      content.append(Page.resource(part)).append('\n');
    }
    return content.toString();
  }
}
