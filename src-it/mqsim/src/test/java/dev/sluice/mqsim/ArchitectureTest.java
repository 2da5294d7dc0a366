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
  static final ArchRule itDoesNotKnowTheHarness =
      noClasses()
          .that()
          .resideInAPackage("dev.sluice.mqsim..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.sluice.core..", "dev.sluice.jms..", "dev.sluice.control..");

  @ArchTest
  static final ArchRule itKnowsNoClientButToAskQuestions =
      noClasses()
          .that()
          .resideInAPackage("dev.sluice.mqsim..")
          .and()
          .resideOutsideOfPackage("dev.sluice.mqsim.questions")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.jms..", "com.ibm..", "dev.sluice.mqsim.questions");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.sluice.mqsim.(**)").should().beFreeOfCycles();
}
