package dev.sluice.mqsim.codec.pcf;

/** A command cannot be carried out; the reason code goes into the header of the answer. */
public final class PcfException extends RuntimeException {

  public static final int HEADER_TYPE = 3001;
  public static final int HEADER_LENGTH = 3002;
  public static final int SEQUENCE_NUMBER = 3004;
  public static final int CONTROL = 3005;
  public static final int PARAMETER_COUNT = 3006;
  public static final int UNKNOWN_COMMAND = 3007;
  public static final int COMMAND_FAILED = 3008;
  public static final int STRUCTURE_TYPE = 3013;
  public static final int UNKNOWN_PARAMETER = 3014;
  public static final int MESSAGE_LENGTH = 3016;
  public static final int TOO_FEW_PARAMETERS = 3019;
  public static final int MESSAGE_FORMAT = 3023;
  public static final int NO_CHANNEL_STATUS = 3065;
  public static final int PARAMETER_VALUE = 3229;
  public static final int NO_QUEUE_STATUS = 4091;
  public static final int NO_APPLICATION_STATUS = 4097;

  private static final long serialVersionUID = 1L;

  private final int reason;
  private final int parameter;

  public PcfException(int reason) {
    this(reason, 0);
  }

  /**
   * A parameter is the reason.
   *
   * @param parameter its id; 0 if it is none
   */
  public PcfException(int reason, int parameter) {
    super("reason %d, parameter %d".formatted(reason, parameter));
    this.reason = reason;
    this.parameter = parameter;
  }

  /** A reason code of PCF (MQRCCF) or of calls (MQRC). */
  public int reason() {
    return reason;
  }

  /** Id of the parameter in error; 0 if it is none. */
  public int parameter() {
    return parameter;
  }
}
