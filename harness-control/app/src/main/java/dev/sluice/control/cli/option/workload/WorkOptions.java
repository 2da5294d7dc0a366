package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.core.text.Quantities;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.worker.Work;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The work on messages that were received. */
@Command(optionListHeading = "%nReceiving:%n")
public final class WorkOptions extends CommandPart {

  @Option(
      names = "--work-time",
      paramLabel = "TIME",
      converter = WorkTime.class,
      description =
          "Work on each message that was received: "
              + WorkTime.FORMS_IN_WORDS
              + ". The worker waits; no processor is used.")
  private Work.Time workTime;

  @Option(
      names = "--work-seed",
      paramLabel = "N",
      description = "The same seed gives the same work times (default ${DEFAULT-VALUE}).")
  private long workSeed = MessageSpec.USUAL_SEED;

  /** The work that the options describe. */
  public Work work() {
    return workTime == null ? Work.NONE : new Work(workTime, workSeed);
  }

  /** Words for a dry run. */
  public String describe() {
    return workTime == null ? "" : ", with work";
  }

  /** A time of work, or how it is distributed. */
  static final class WorkTime implements ITypeConverter<Work.Time> {

    static final String FORMS_IN_WORDS =
        "2ms, uniform:1ms..5ms, exponential:2ms (the mean), lognormal:2ms,0.5 (the mean, and the"
            + " deviation of the logarithm) or ramp:2ms..20ms,5m";

    private static final Map<Pattern, Function<Matcher, Work.Time>> FORMS =
        Map.of(
            Pattern.compile("([^: ]+)"),
            form -> new Work.Uniform(nanos(form, 1), nanos(form, 1)),
            Pattern.compile("uniform:(.+)\\.\\.(.+)"),
            form -> new Work.Uniform(nanos(form, 1), nanos(form, 2)),
            Pattern.compile("exponential:(.+)"),
            form -> new Work.Exponential(nanos(form, 1)),
            Pattern.compile("lognormal:(.+),(.+)"),
            form -> new Work.LogNormal(nanos(form, 1), Quantities.number(form.group(2))),
            Pattern.compile("ramp:(.+)\\.\\.(.+),(.+)"),
            form -> new Work.Ramp(nanos(form, 1), nanos(form, 2), nanos(form, 3)));

    private static long nanos(Matcher form, int group) {
      return Quantities.time(form.group(group)).toNanos();
    }

    @Override
    public Work.Time convert(String value) {
      try {
        for (Map.Entry<Pattern, Function<Matcher, Work.Time>> each : FORMS.entrySet()) {
          Matcher form = each.getKey().matcher(value);
          if (form.matches()) {
            return each.getValue().apply(form);
          }
        }
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + value + "': " + e.getMessage());
      }
      throw new TypeConversionException("'" + value + "': write " + FORMS_IN_WORDS);
    }
  }
}
