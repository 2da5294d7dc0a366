package dev.sluice.control.sink.page;

import dev.sluice.control.format.Json;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Term;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * A page that needs nothing but itself: style, scripts and data are in it, and its policy lets no
 * request out. Pure functions.
 */
public final class Page {

  private Page() {}

  /** Scripts of a page with charts and tables: those that all of them share, then its own. */
  static List<String> scripts(String... own) {
    return Stream.concat(
            Stream.of(
                "uplot/uPlot.iife.min.js",
                "text.js",
                "theme.js",
                "charts.js",
                "copy.js",
                "tables.js"),
            Stream.of(own))
        .toList();
  }

  /**
   * Puts a page together.
   *
   * @param title what browsers show
   * @param scripts the names of its scripts, in their order
   * @param data what they show
   */
  public static String of(String title, List<String> scripts, Json data) throws IOException {
    // by its parts, so that what is put in is not looked through again
    String[] parts = resources(List.of("page.html")).split("\\{\\{(?:title|style|data|script)}}");
    return parts[0]
        + escaped(title)
        + parts[1]
        + resources(List.of("uplot/uPlot.min.css", "page.css"))
        + parts[2]
        + embedded(data.put("accountTerms", terms()).toString())
        + parts[3]
        + resources(scripts)
        + parts[4];
  }

  /** The terms of accounts, as tables of any page show them. */
  static Json terms() {
    return new Json()
        .put("beside", AccountTerm.BESIDE.stream().map(Page::term).toList())
        .put("toDo", AccountTerm.TO_DO.stream().map(Page::term).toList())
        .put("outcomes", AccountTerm.OUTCOMES.stream().map(Page::term).toList());
  }

  private static Json term(Term term) {
    return new Json()
        .put("key", term.key())
        .put("column", term.column())
        .put("label", term.label());
  }

  /** JSON that cannot end the element it stands in. */
  static String embedded(String json) {
    return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** The contents of files, one after the other. */
  static String resources(List<String> names) throws IOException {
    StringBuilder contents = new StringBuilder();
    for (String name : names) {
      try (InputStream in = Page.class.getResourceAsStream(name)) {
        if (in == null) {
          throw new IOException("the program lacks its file " + name);
        }
        contents.append(new String(in.readAllBytes(), StandardCharsets.UTF_8)).append('\n');
      }
    }
    return contents.toString();
  }
}
