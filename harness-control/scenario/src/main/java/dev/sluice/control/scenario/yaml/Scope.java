package dev.sluice.control.scenario.yaml;

import dev.sluice.control.secret.SecretRules;
import dev.sluice.control.secret.Secrets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variables that can be used at some place of a scenario: those of the loops around it, then
 * those of the scenario, then the environment. Immutable.
 */
public final class Scope {

  private static final Pattern USE =
      Pattern.compile("\\$\\$|\\$\\{([A-Za-z_][A-Za-z0-9_-]*)(?::-([^}]*))?\\}|\\$\\{");

  /** Variables of variables could grow without end. */
  private static final int MAX_CHARACTERS = 8_192;

  private final Map<String, String> variables;
  private final Map<String, String> loops;
  private final Function<String, Optional<String>> environment;
  private final Secrets secrets;

  private Scope(
      Map<String, String> variables,
      Map<String, String> loops,
      Function<String, Optional<String>> environment,
      Secrets secrets) {
    this.variables = Map.copyOf(variables);
    this.loops = Collections.unmodifiableMap(loops);
    this.environment = environment;
    this.secrets = secrets;
  }

  /**
   * A scope with nothing but the environment.
   *
   * @param environment the value of an environment variable, if there is one
   * @param secrets receive those among the values
   */
  public static Scope of(Function<String, Optional<String>> environment, Secrets secrets) {
    return new Scope(Map.of(), Map.of(), environment, secrets);
  }

  /** The same with one more variable, which hides others of its name. */
  public Scope with(String name, String value) {
    secrets.addNamed(name, value);
    return new Scope(with(variables, name, value), loops, environment, secrets);
  }

  /** The same with a variable of a loop, which hides others of its name. */
  public Scope inLoop(String name, String value) {
    secrets.addNamed(name, value);
    return new Scope(with(variables, name, value), with(loops, name, value), environment, secrets);
  }

  /** The variables of the loops around it with their values, outermost first. */
  public Map<String, String> loops() {
    return loops;
  }

  /** Variables with one more behind them. */
  public static Map<String, String> with(Map<String, String> variables, String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(variables);
    more.put(name, value);
    return more;
  }

  /**
   * Text with variables filled in: {@code ${NAME}}, {@code ${NAME:-default}}; {@code $$} is a
   * dollar.
   *
   * @throws ScenarioException if there is no such variable, or they make it too long
   */
  public String fill(Value.Text value) {
    StringBuilder filled = new StringBuilder();
    pieces(
        value.text(),
        filled::append,
        use -> {
          filled.append(replacement(value, use));
          if (filled.length() > MAX_CHARACTERS) {
            throw value.problem(
                "with its variables filled in, it has more than " + MAX_CHARACTERS + " characters",
                "use fewer or shorter ones");
          }
        });
    String text = filled.toString();
    secrets.addIn(text);
    return text;
  }

  /** Goes through a text, whose uses of variables are apart from what stands between them. */
  private static void pieces(String text, Consumer<String> plain, Consumer<MatchResult> variable) {
    Matcher use = USE.matcher(text);
    int end = 0;
    while (use.find()) {
      plain.accept(text.substring(end, use.start()));
      variable.accept(use);
      end = use.end();
    }
    plain.accept(text.substring(end));
  }

  /**
   * Text as another process reads it back: variables are filled in, but for secrets of the
   * environment, which the other process finds in its own.
   *
   * @throws ScenarioException if a secret is written out in it, or there is no such variable
   */
  public String fillForElsewhere(Value.Text value, boolean secretKey) {
    fill(value); // which also finds the secrets in it
    StringBuilder text = new StringBuilder();
    AtomicBoolean left = new AtomicBoolean();
    pieces(
        value.text(),
        text::append,
        use -> {
          String name = use.group(1);
          if (name != null
              && !variables.containsKey(name)
              && (secretKey || isSecret(name, replacement(value, use)))) {
            text.append("${").append(name).append('}');
            left.set(true);
          } else {
            text.append(replacement(value, use).replace("$", "$$"));
          }
        });
    String filled = text.toString();
    if ((secretKey && !left.get()) || tellsSecret(filled)) {
      throw value.problem(
          "a secret does not travel to agents",
          "take it from a file of the agents' hosts, or from a variable of their environment");
    }
    return filled;
  }

  /**
   * A command line for a shell with variables filled in; values that are secrets, or hold one, go
   * into the environment of the shell.
   *
   * @throws ScenarioException if there is no such variable, or they make it too long
   */
  public ShellCommand fillCommand(Value.Text value) {
    String text = fill(value); // which also finds the secrets in it
    if (text.equals(value.text())) {
      return ShellCommand.of(text);
    }
    ShellCommand.Builder command = new ShellCommand.Builder();
    pieces(
        value.text(),
        command::append,
        use -> {
          String filled = replacement(value, use);
          if (use.group(1) != null && isSecret(use.group(1), filled)) {
            command.appendSecret(filled);
          } else {
            command.append(filled);
          }
        });
    return command.build();
  }

  /** Whether a text tells a secret that is known so far. */
  public boolean tellsSecret(String text) {
    return !secrets.mask(text).equals(text);
  }

  /** The environment variables that a text uses, by name; those that are secret are empty. */
  public Map<String, String> environmentIn(String text) {
    Map<String, String> used = new LinkedHashMap<>();
    USE.matcher(text)
        .results()
        .map(use -> use.group(1))
        .filter(Objects::nonNull)
        .forEach(
            name ->
                environment
                    .apply(name)
                    .ifPresent(value -> used.put(name, isSecret(name, value) ? "" : value)));
    return used;
  }

  private boolean isSecret(String name, String value) {
    return !value.isEmpty() && (SecretRules.isSecret(name) || tellsSecret(value));
  }

  private String replacement(Value.Text value, MatchResult use) {
    if (use.group().equals("$$")) {
      return "$";
    }
    String name = use.group(1);
    if (name == null) {
      throw value.problem(
          "'${' does not begin a variable", "write ${NAME}, ${NAME:-default}, or $$ for a dollar");
    }
    return Optional.ofNullable(variables.get(name))
        .or(() -> fromEnvironment(name))
        .or(() -> Optional.ofNullable(use.group(2)))
        .orElseThrow(
            () ->
                value.problem(
                    "unknown variable " + name,
                    "add it to vars: (also if a loop sets it), set it in the environment, or write"
                        + " ${%s:-default}".formatted(name)));
  }

  private Optional<String> fromEnvironment(String name) {
    Optional<String> value = environment.apply(name);
    value.ifPresent(text -> secrets.addNamed(name, text));
    return value;
  }
}
