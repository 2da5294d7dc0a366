package dev.sluice.control.fleet.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Many members that come at once become one group, in one process: what they cost without a JVM
 * each.
 */
class ManyMembersTest {

  /** How many; more by {@code -Dfleet.members=100}; {@code -Dfleet.measure=true} says the cost. */
  private static final int MEMBERS = Integer.getInteger("fleet.members", 8);

  private static final int SEEDS = Math.min(3, MEMBERS);

  @Test
  void membersThatComeAtOnceBecomeOneGroup() throws Exception {
    List<TestMember> members = new ArrayList<>();
    ExecutorService starts = Executors.newFixedThreadPool(MEMBERS);
    try {
      long before = cpuNanos();
      for (int i = 0; i < SEEDS; i++) {
        members.add(TestMember.of("seed" + i, members.toArray(TestMember[]::new)));
      }
      TestMember[] seeds = members.toArray(TestMember[]::new);
      List<Future<TestMember>> others = new ArrayList<>();
      for (int i = SEEDS; i < MEMBERS; i++) {
        String name = "member" + i;
        others.add(starts.submit(() -> TestMember.of(name, seeds)));
      }
      for (Future<TestMember> other : others) {
        members.add(other.get());
      }
      TestMember.await(
          "one view", () -> members.stream().allMatch(each -> each.view().size() == MEMBERS));
      long formed = cpuNanos();
      if (Boolean.getBoolean("fleet.measure")) {
        TimeUnit.SECONDS.sleep(20);
        System.out.printf(
            "%d members: %.1f s of CPU until one view, %.1f s in the 20 s after it, %d threads%n",
            MEMBERS, (formed - before) / 1e9, (cpuNanos() - formed) / 1e9, Thread.activeCount());
      }
      assertThat(members).allSatisfy(each -> assertThat(each.refusals).isEmpty());
    } finally {
      starts.shutdownNow();
      for (TestMember member : members) {
        member.close();
      }
    }
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
