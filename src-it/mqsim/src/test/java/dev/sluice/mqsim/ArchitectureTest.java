package dev.sluice.mqsim;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The simulated queue manager stands alone. */
@AnalyzeClasses(packages = "dev.sluice", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule itKnowsNeitherTheHarnessNorAnyClient =
      noClasses()
          .that()
          .resideInAPackage("dev.sluice.mqsim..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.sluice.core..",
              "dev.sluice.jms..",
              "dev.sluice.control..",
              "jakarta.jms..",
              "com.ibm..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.sluice.mqsim.(**)").should().beFreeOfCycles();
}
