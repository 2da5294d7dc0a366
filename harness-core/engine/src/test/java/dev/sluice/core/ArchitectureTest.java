package dev.sluice.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.sluice.core.pacing.Backlog;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.pacing.PacingLog;
import java.util.List;

/** The libraries that the engine may use, and what statistics may know of pacing. */
@AnalyzeClasses(packages = "dev.sluice.core", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule THE_ENGINE_USES_ONLY_THE_JDK_HISTOGRAMS_ESTIMATES_AND_THE_LOGGING_API =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.sluice.core..",
              "dev.sluice.estimates..",
              "java..",
              "com.sun.management", // the processor time of this process
              "org.HdrHistogram",
              "org.slf4j");

  private static final List<Class<?>> TOLD_BY_PACING =
      List.of(PacingLog.class, Backlog.class, Cause.class);

  @ArchTest
  static final ArchRule STATISTICS_KNOW_OF_PACING_ONLY_WHAT_IT_HAS_TO_TELL =
      classes()
          .that()
          .resideInAPackage("dev.sluice.core.stats")
          .should()
          .onlyDependOnClassesThat(
              describe(
                  "are what pacing tells and asks for, or not of pacing",
                  used ->
                      !used.getPackageName().equals("dev.sluice.core.pacing")
                          || TOLD_BY_PACING.stream().anyMatch(used::isAssignableTo)));
}
