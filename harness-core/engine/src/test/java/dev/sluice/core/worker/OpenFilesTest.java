package dev.sluice.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenFilesTest {

  @Test
  void aFailureWithNoFileLeftSaysSo() {
    assertThat(new OpenFiles(3_998, 4_000).shortage())
        .isEqualTo(" while this process had 3,998 of at most 4,000 files open (ulimit -n)");
    assertThat(new OpenFiles(3_700, 4_000).shortage()).isEmpty();
    assertThat(new OpenFiles(0, 0).shortage()).as("nobody knows").isEmpty();
  }
}
