package dev.sluice.mqsim.codec.pcf;

import java.util.List;

/** A parameter of a PCF message. */
public sealed interface Parameter {

  /** Which parameter it is, by the numbers that the constants of IBM MQ have. */
  int id();

  /** MQCFIN. */
  record Int(int id, int value) implements Parameter {}

  /** MQCFIN64. */
  record LongInt(int id, long value) implements Parameter {}

  /** MQCFST, without padding. */
  record Text(int id, String value) implements Parameter {}

  /** MQCFBS. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Bytes(int id, byte[] value) implements Parameter {}

  /** MQCFIL. */
  record IntList(int id, List<Integer> values) implements Parameter {}

  /** MQCFSL. */
  record TextList(int id, List<String> values) implements Parameter {}

  /** MQCFGR: parameters that belong together. */
  record Group(int id, List<Parameter> members) implements Parameter {}
}
