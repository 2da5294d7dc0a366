package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.provider.ProviderTypes;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose log it is: that of the program, or of another one that plays a plan. */
class LoggingTest {

  private static final String LOG_OF_IBM = "com.ibm.msg.client.commonservices.log.status";
  private static final String FILES_OF_IBM = "com.ibm.msg.client.commonservices.ffst.suppress";

  private final Logger sluice = Logger.getLogger("dev.sluice");
  private final Level levelBefore = sluice.getLevel();
  private final Properties before = (Properties) System.getProperties().clone();

  @BeforeEach
  void nobodyHasSetIt() {
    System.clearProperty(LOG_OF_IBM);
    System.clearProperty(FILES_OF_IBM);
    sluice.setLevel(null);
  }

  @AfterEach
  void asItWas() {
    sluice.setLevel(levelBefore);
    System.setProperties(before);
  }

  @Test
  void theProgramTurnsTheLogOfAClientOffAndAllButItsFirstFileOfAFailure() {
    Logging.configure(false);

    Logging.configure(ProviderTypes.find(""));

    assertThat(System.getProperty(LOG_OF_IBM)).isEqualTo("OFF");
    assertThat(System.getProperty(FILES_OF_IBM)).isEqualTo("-1");
  }

  @Test
  void insideAnotherProgramTheLogOfAClientIsLeftAsItIs() {
    Logging.configure(ProviderTypes.find(""));

    assertThat(System.getProperty(LOG_OF_IBM)).isNull();
    assertThat(System.getProperty(FILES_OF_IBM)).isNull();
  }
}
