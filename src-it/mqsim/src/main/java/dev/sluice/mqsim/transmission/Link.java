package dev.sluice.mqsim.transmission;

/** A connection between the two ends of a channel, as one end has it. */
interface Link {

  /** Sends a frame; it may get lost with the connection, but arrives in order or not at all. */
  void send(Frame frame);

  /** Ends the connection; its {@link End} hears nothing more of it. */
  void close();

  /** Who uses a link. */
  interface End {

    /** The connection is there. */
    void opened(Link link);

    void received(Frame frame);

    /** The connection broke, was ended by the other end, or did not come about. */
    void closed();
  }

  /** How links come about. */
  interface Dialer {

    /** Connects; the end is told how that went, maybe within this call. */
    void dial(String host, int port, End end);
  }
}
