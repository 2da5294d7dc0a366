package dev.sluice.control;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies point one way: control -> jms -> core. */
@AnalyzeClasses(
    packages = "dev.sluice",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {

  /** What other modules give to tests comes as a jar when the whole build runs. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule coreKnowsNeitherJmsNorControl =
      noClasses()
          .that()
          .resideInAPackage("dev.sluice.core..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.sluice.jms..",
              "dev.sluice.control..",
              "jakarta.jms..",
              "com.ibm..",
              "io.netty..",
              "picocli..",
              "io.micrometer..");

  @ArchTest
  static final ArchRule jmsDoesNotKnowControl =
      noClasses()
          .that()
          .resideInAPackage("dev.sluice.jms..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.sluice.control..", "io.netty..", "picocli..", "io.micrometer..");

  @ArchTest
  static final ArchRule estimatesKnowNothingOfTheHarness =
      noClasses()
          .that()
          .resideInAPackage("dev.sluice.estimates..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.sluice.core..", "dev.sluice.jms..", "dev.sluice.control..");

  @ArchTest
  static final ArchRule onlyTheCommandLineAndItsCommandsKnowPicocli =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sluice.control.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.sluice.(**)").should().beFreeOfCycles();
}
