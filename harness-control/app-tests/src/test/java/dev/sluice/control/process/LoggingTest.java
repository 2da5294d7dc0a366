package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.provider.ProviderTypes;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose log it is: that of the program, or of another one that plays a plan. */
class LoggingTest {

  private static final String LOG_OF_IBM = "com.ibm.msg.client.commonservices.log.status";

  private final Logger sluice = Logger.getLogger("dev.sluice");
  private final Level levelBefore = sluice.getLevel();
  private final String before = System.getProperty(LOG_OF_IBM);

  @BeforeEach
  void nobodyHasSetIt() {
    System.clearProperty(LOG_OF_IBM);
    sluice.setLevel(null);
  }

  @AfterEach
  void asItWas() {
    sluice.setLevel(levelBefore);
    if (before == null) {
      System.clearProperty(LOG_OF_IBM);
    } else {
      System.setProperty(LOG_OF_IBM, before);
    }
  }

  @Test
  void theProgramTurnsTheLogOfAClientOff() {
    Logging.configure(false);

    Logging.configure(ProviderTypes.find(""));

    assertThat(System.getProperty(LOG_OF_IBM)).isEqualTo("OFF");
  }

  @Test
  void insideAnotherProgramTheLogOfAClientIsLeftAsItIs() {
    Logging.configure(ProviderTypes.find(""));

    assertThat(System.getProperty(LOG_OF_IBM)).isNull();
  }
}
