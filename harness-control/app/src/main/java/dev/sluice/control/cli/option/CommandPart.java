package dev.sluice.control.cli.option;

import dev.sluice.control.secret.Secrets;
import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.provider.Secret;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * A command, or a group of options that commands have in common. It refuses options that contradict
 * each other or would be ignored, in the same words everywhere.
 */
public abstract class CommandPart {

  @Spec CommandSpec own;

  @Spec(Spec.Target.MIXEE)
  CommandSpec mixee; // null unless this is a group of a command

  /** The command, or the one that has this group. */
  public final CommandSpec command() {
    return mixee == null ? own : mixee;
  }

  public final PrintWriter out() {
    return command().commandLine().getOut();
  }

  public final PrintWriter err() {
    return command().commandLine().getErr();
  }

  /** Prints a line. */
  public final void say(String line) {
    out().println(line);
  }

  /** Tells a person what went wrong, in one line. */
  public final void complain(String line) {
    err().println("sluice: " + line);
  }

  /** Those of the process; secrets among the options are added. */
  public final Secrets secrets() {
    return factory().secrets();
  }

  /** All types of providers that there are. */
  public final ProviderTypes types() {
    return factory().types();
  }

  private CommandFactory factory() {
    return (CommandFactory) command().commandLine().getFactory();
  }

  /**
   * An option says nothing without another.
   *
   * @param there whether the other one is there, or what it stands for
   * @param given whether the option is
   */
  public final void requires(String other, boolean there, String option, boolean given) {
    if (given && !there) {
      throw refusal("'" + option + "' requires '" + other + "'");
    }
  }

  /**
   * The same for those of several options that stood on the command line.
   *
   * @param there whether the other one is there, or what it stands for
   */
  public final void requires(String other, boolean there, String... options) {
    given(options).forEach(option -> requires(other, there, option, true));
  }

  /**
   * The same for all others of this group that stood on the command line.
   *
   * @param there whether the one is there
   * @param free those that stand alone, too
   */
  protected final void othersRequire(String option, boolean there, String... free) {
    Stream.of(optionNames())
        .filter(other -> !other.equals(option) && !List.of(free).contains(other))
        .forEach(other -> requires(option, there, other));
  }

  /** The names of this group's options. */
  public final String[] optionNames() {
    return own.options().stream().map(OptionSpec::longestName).toArray(String[]::new);
  }

  /** Two options contradict each other. */
  public final void excludes(String option, String other, boolean both) {
    if (both) {
      throw refusal("'" + option + "' and '" + other + "' cannot be used together");
    }
  }

  /** An option contradicts all of the others that stood on the command line. */
  public final void excludes(String option, boolean given, String... others) {
    given(others).forEach(other -> excludes(option, other, given));
  }

  /** A line that cannot be honoured. */
  public final ParameterException refusal(String why) {
    return refusal(why, null);
  }

  /** The same, with what showed it. */
  public final ParameterException refusal(String why, Exception cause) {
    return new ParameterException(command().commandLine(), why, cause);
  }

  /** A line without an option that it needs. */
  public final ParameterException missing(String option) {
    return refusal("Missing required option: '" + option + "'");
  }

  /** An option whose value is wrong. */
  public final ParameterException invalid(String option, String why) {
    return invalid(option, why, null);
  }

  /** The same, with what showed it. */
  public final ParameterException invalid(String option, String why, Exception cause) {
    return refusal("Invalid value for option '" + option + "': " + why, cause);
  }

  /** Makes something of an option's value, which may turn out to be wrong. */
  protected final <T> T valid(String option, IoSupplier<T> supplier) {
    try {
      return supplier.make();
    } catch (IOException | ConfigurationException | IllegalArgumentException e) {
      throw invalid(option, e.getMessage(), e);
    }
  }

  /** Makes something of what a person gave; if it fails, its message says in one line why. */
  @FunctionalInterface
  protected interface IoSupplier<T> {
    T make() throws IOException;
  }

  /** The address of a name that an option has. */
  protected final InetAddress address(String option, String name) {
    try {
      return InetAddress.getByName(name);
    } catch (UnknownHostException e) {
      throw invalid(option, "'" + name + "': unknown address", e);
    }
  }

  /** Those of the options that stood on the command line. */
  public final List<String> given(String... options) {
    ParseResult given = command().commandLine().getParseResult();
    return given == null ? List.of() : Stream.of(options).filter(given::hasMatchedOption).toList();
  }

  /**
   * The text of a file that people write, of a limited length.
   *
   * @param what it is, for complaints
   */
  protected final String handWritten(String what, Path file) {
    String why;
    Exception cause;
    try {
      return InputFile.text(file, InputFile.HAND_WRITTEN_BYTES);
    } catch (MalformedInputException e) {
      why = "it is not in UTF-8";
      cause = e;
    } catch (InputFile.TooLargeException e) {
      why = e.getMessage();
      cause = e;
    } catch (IOException e) {
      why =
          InputFile.isAbsent(e)
              ? "it does not exist"
              : "it cannot be read: " + InputFile.reason(e) + "; name a file";
      cause = e;
    }
    throw refusal(what + " " + file + ": " + why, cause);
  }

  /**
   * The first line of an option's file, which is written nowhere from now on.
   *
   * @throws ParameterException naming option and file if it cannot be read or is empty
   */
  protected final Secret secret(String option, Path file) {
    Secret secret = valid(option, () -> Secret.readFrom(file));
    secrets().add(secret.reveal());
    return secret;
  }
}
