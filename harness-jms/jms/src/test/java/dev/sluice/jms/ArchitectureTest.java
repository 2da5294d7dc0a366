package dev.sluice.jms;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.sluice.jms", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule knows_nothing_of_control_network_or_command_line =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.sluice.control..", "io.netty..", "picocli..");

  @ArchTest
  static final ArchRule workers_know_no_client_library =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..worker..", "..connection..", "..message..", "..destination..", "..ccdt..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.ibm..", "org.apache.activemq..");

  @ArchTest
  static final ArchRule uses_only_the_public_api_of_the_ibm_client =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "com.ibm.mq.jmqi..",
              "com.ibm.msg.client.jakarta.commonservices..",
              "com.ibm.mq.ese..");

  @ArchTest
  static final ArchRule generic_code_names_no_provider =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sluice.jms.provider.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.sluice.jms.provider.*..");
}
