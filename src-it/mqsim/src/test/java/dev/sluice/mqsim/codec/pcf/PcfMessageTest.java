package dev.sluice.mqsim.codec.pcf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.mqsim.codec.pcf.Parameter.Bytes;
import dev.sluice.mqsim.codec.pcf.Parameter.Group;
import dev.sluice.mqsim.codec.pcf.Parameter.Int;
import dev.sluice.mqsim.codec.pcf.Parameter.IntList;
import dev.sluice.mqsim.codec.pcf.Parameter.LongInt;
import dev.sluice.mqsim.codec.pcf.Parameter.Text;
import dev.sluice.mqsim.codec.pcf.Parameter.TextList;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that commands in PCF are read back, and that whatever else comes is refused. */
class PcfMessageTest {

  private static final int HEADER_BYTES = 36;
  private static final int MUTANTS = 2_000;

  private static final List<Parameter> ALL =
      List.of(
          new Int(1, -2),
          new Text(2, "QM1 x"),
          new LongInt(3, 1L << 40),
          new IntList(4, List.of(1, 2, 3)),
          new TextList(5, List.of("A", "BCD")),
          new TextList(6, List.of()),
          new Group(7, List.of(new Int(8, 9), new Group(10, List.of(new Text(11, ""))))));

  private static PcfMessage command(List<Parameter> parameters) {
    return new PcfMessage(PcfMessage.COMMAND, 41, 1, true, 0, parameters);
  }

  private static PcfMessage read(byte[] data) {
    return PcfMessage.readCommand(data, ByteOrder.BIG_ENDIAN);
  }

  @Test
  void aCommandIsReadBackInBothByteOrders() {
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      assertThat(PcfMessage.readCommand(command(ALL).bytes(order), order)).isEqualTo(command(ALL));
    }
    byte[] bytes = {1, 2, 3};
    Bytes found =
        (Bytes)
            read(command(List.of(new Bytes(1, bytes))).bytes(ByteOrder.BIG_ENDIAN))
                .parameters()
                .get(0);
    assertThat(found.value()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whateverIsDoneToACommandItIsReadOrRefused(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int refused = 0;
    for (int i = 0; i < MUTANTS; i++) {
      ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
      byte[] whole = command(ALL).bytes(order);
      byte[] data =
          Arrays.copyOf(whole, random.nextInt(4) > 0 ? whole.length : random.nextInt(whole.length));
      for (int changes = random.nextInt(4); changes > 0 && data.length >= 4; changes--) {
        int[] values = {-1, 0, 1, 20, 23, Integer.MAX_VALUE, random.nextInt(64), random.nextInt()};
        ByteBuffer.wrap(data)
            .order(order)
            .putInt(4 * random.nextInt(data.length / 4), values[random.nextInt(values.length)]);
      }
      try {
        PcfMessage.readCommand(data, order);
      } catch (PcfException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(MUTANTS / 4, MUTANTS - 1);
  }

  @Test
  void aStructureThatIsTooShortIsRefused() {
    byte[] data = command(List.of(new LongInt(1, 1))).bytes(ByteOrder.BIG_ENDIAN);
    byte[] cut = Arrays.copyOf(data, data.length - 12);
    ByteBuffer.wrap(cut).putInt(HEADER_BYTES + 4, 12);
    assertRefused(cut, PcfException.MESSAGE_LENGTH);
  }

  @Test
  void textsWithoutLengthTakeNoMemory() {
    byte[] data = command(List.of(new TextList(1, List.of()))).bytes(ByteOrder.BIG_ENDIAN);
    ByteBuffer.wrap(data).putInt(HEADER_BYTES + 16, Integer.MAX_VALUE);
    assertRefused(data, PcfException.MESSAGE_LENGTH);
  }

  @Test
  void groupsInGroupsAreReadSoFarOnly() {
    ByteBuffer data = ByteBuffer.allocate(HEADER_BYTES + 16 * 10_000);
    data.put(command(List.of()).bytes(ByteOrder.BIG_ENDIAN)).putInt(HEADER_BYTES - 4, 1);
    while (data.remaining() > 16) {
      data.putInt(20).putInt(16).putInt(1).putInt(1);
    }
    data.putInt(20).putInt(16).putInt(1).putInt(0);
    assertRefused(data.array(), PcfException.STRUCTURE_TYPE);
  }

  @Test
  void lessThanNothingIsRefused() {
    byte[] data = command(List.of()).bytes(ByteOrder.BIG_ENDIAN);
    ByteBuffer.wrap(data).putInt(HEADER_BYTES - 4, -1);
    assertRefused(data, PcfException.PARAMETER_COUNT);
  }

  private static void assertRefused(byte[] data, int reason) {
    assertThatThrownBy(() -> read(data))
        .isInstanceOfSatisfying(PcfException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }
}
