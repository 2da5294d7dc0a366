package dev.sluice.control.secret;

import dev.sluice.jms.provider.Secret;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds secrets: by the name a value goes by, and by where it stands in a text. In doubt too much
 * is one rather than too little. Pure functions.
 */
public final class SecretRules {

  private static final Pattern IN_NAMES =
      Pattern.compile(
          "password|passwd|passphrase|passcode|secret|token|credential"
              + "|(?:api|access|private|signing|encryption)key|exitinit");

  /** Secrets only where they are a whole word of the name: {@code db-pw}, {@code keyPass}. */
  private static final Set<String> WORDS = Set.of("pw", "pwd", "pass");

  private static final Pattern WORD_BORDER =
      Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

  /** A name for the place of a secret is not a secret's name. */
  private static final Pattern PLACE = Pattern.compile("(?:.*[-_.]|)files?|.*[a-z]File");

  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          "(?<name>-{0,2}[A-Za-z_][\\w.-]*)"
              + "(?<between>[\"']?[ \\t]*[=:][ \\t]*|[\"']?,?[ \\t]+)"
              + "(?:\"(?<double>[^\"]*)\"|'(?<single>[^']*)'"
              + "|(?<plain>(?:(?!,[\\w.-]+=)[^\\s&;\"'])+))");

  private static final Pattern QUERY_END = Pattern.compile("[)\\]}>,.]+$");

  private static final Pattern URL = Pattern.compile("://(?<rest>[^\\s\"'<>]*)");

  /** Where hosts and ports are, as opposed to a user and a password. */
  private static final Pattern HOSTS =
      Pattern.compile("[^:@/]*(?::\\d*)?(?:,[^:@/]*(?::\\d*)?)*|\\[.*");

  /** A user and a password in front of a host, in what is no URL or a broken one. */
  private static final Pattern USER_AND_PASSWORD =
      Pattern.compile("(?<![^\\s\"'=(])[\\w.+-]*:(?!//)(?<secret>[^\\s\"'<>]+)@(?=[\\w\\[])");

  private static final List<Pattern> IN_COMMANDS =
      List.of(
          // curl -u user:password
          Pattern.compile("(?<!\\S)(?:-u|--user)[ =]?[\"']?[^\\s:\"']+:(?<secret>[^\\s\"']+)"),
          // Authorization: Bearer token
          Pattern.compile(
              "(?i)authorization[\"']?[ \\t]*[:=][ \\t]*\\w+[ \\t]+(?<secret>[^\\s\"']+)"),
          // the line that opens a command socket
          Pattern.compile("(?i)(?<!\\S)auth[ \\t]+(?<secret>[^\\s\"']+)"));

  private SecretRules() {}

  /** A part of a text that is a secret. */
  private record Span(int start, int end) {}

  /** Whether what goes by this name is a secret: an option, a variable, a property. */
  public static boolean isSecret(String name) {
    if (PLACE.matcher(name).matches()) {
      return false;
    }
    String[] words = WORD_BORDER.split(name);
    for (String word : words) {
      if (WORDS.contains(word.toLowerCase(Locale.ROOT).replaceFirst("\\d+$", ""))) {
        return true;
      }
    }
    return IN_NAMES.matcher(String.join("", words).toLowerCase(Locale.ROOT)).find();
  }

  /** The secrets in a text: passwords of URLs, and what has the name of a secret beside it. */
  public static List<String> find(String text) {
    return spans(text).stream().map(span -> text.substring(span.start, span.end)).toList();
  }

  /** The text with its secrets masked. */
  public static String mask(String text) {
    StringBuilder masked = new StringBuilder();
    int at = 0;
    for (Span span : spans(text)) {
      if (span.start >= at) {
        masked.append(text, at, span.start).append(Secret.MASK);
      }
      at = Math.max(at, span.end);
    }
    return masked.append(text, Math.min(at, text.length()), text.length()).toString();
  }

  /** Settings with their secrets masked; maps and lists are gone through. */
  public static Map<String, Object> mask(Map<String, ?> settings) {
    Map<String, Object> masked = new LinkedHashMap<>();
    settings.forEach((name, value) -> masked.put(name, masked(name, value)));
    return masked;
  }

  private static Object masked(String name, Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> inner = new LinkedHashMap<>();
      map.forEach((key, each) -> inner.put(key.toString(), masked(key.toString(), each)));
      return inner;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(each -> masked(name, each)).toList();
    }
    if (isSecret(name)) {
      return Secret.MASK;
    }
    return value instanceof String text ? mask(text) : value;
  }

  private static List<Span> spans(String text) {
    if (text.indexOf(':') < 0 && text.indexOf('=') < 0 && text.indexOf(' ') < 0) {
      return List.of(); // most words of a command line
    }
    List<Span> spans = new ArrayList<>();
    ofUrls(text, spans);
    ofAssignments(text, spans);
    for (Pattern command : IN_COMMANDS) {
      Matcher matcher = command.matcher(text);
      while (matcher.find()) {
        spans.add(new Span(matcher.start("secret"), matcher.end("secret")));
      }
    }
    spans.sort(Comparator.comparingInt(Span::start).thenComparing(Span::end));
    return spans;
  }

  private static void ofUrls(String text, List<Span> spans) {
    Matcher url = URL.matcher(text);
    for (int from = 0; url.find(from); from = url.start("rest")) {
      String rest = url.group("rest");
      int nextUrl = rest.indexOf("://");
      int end = nextUrl < 0 ? rest.length() : Math.max(0, lastSeparator(rest, nextUrl));
      String authority = rest.substring(0, end).split("[/?#]", 2)[0];
      // a password may hold what should have been escaped in it
      int at = authority.lastIndexOf('@');
      if (at < 0 && !HOSTS.matcher(authority).matches()) {
        at = rest.substring(0, end).lastIndexOf('@');
      }
      int colon = rest.indexOf(':');
      if (at > 0 && colon >= 0 && colon + 1 < at) {
        spans.add(new Span(url.start("rest") + colon + 1, url.start("rest") + at));
      }
    }
    Matcher broken = USER_AND_PASSWORD.matcher(text);
    while (broken.find()) {
      if (!broken.group().contains("://")) {
        spans.add(new Span(broken.start("secret"), broken.end("secret")));
      }
    }
  }

  /** Where the part in front of the next URL of a list ends. */
  private static int lastSeparator(String rest, int before) {
    return Math.max(rest.lastIndexOf(',', before), rest.lastIndexOf('(', before));
  }

  private static void ofAssignments(String text, List<Span> spans) {
    Matcher assignment = ASSIGNMENT.matcher(text);
    for (int from = 0; assignment.find(from); ) {
      from = assignment.end("between");
      String name = assignment.group("name");
      if (!isSecret(name) || !assigns(text, assignment)) {
        continue;
      }
      for (String group : List.of("double", "single", "plain")) {
        if (assignment.start(group) >= 0) {
          int start = assignment.start(group);
          String value = assignment.group(group);
          int end =
              group.equals("plain")
                  ? start + QUERY_END.matcher(value).replaceFirst("").length()
                  : assignment.end(group);
          if (end > start) {
            spans.add(new Span(start, end));
          }
          from = assignment.end();
        }
      }
    }
  }

  /**
   * Whether a value belongs to the name in front of it. It does behind '='; behind ':' where the
   * name begins a line, a header or a member, because prose has colons too; behind a blank for
   * options only.
   */
  private static boolean assigns(String text, Matcher assignment) {
    String between = assignment.group("between");
    if (between.indexOf('=') >= 0) {
      return true;
    }
    if (between.indexOf(':') >= 0) {
      int before = assignment.start() - 1;
      return before < 0 || "\"'{,\n".indexOf(text.charAt(before)) >= 0;
    }
    return assignment.group("name").startsWith("-");
  }
}
