package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.SegmentDecoder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import java.util.function.Consumer;

/** Sets the handlers of an accepted socket up. */
public final class ConnectionInitializer extends ChannelInitializer<Channel> {

  private final Hub hub;
  private final Consumer<Connection> accepted;

  /**
   * @param accepted told of each new connection
   */
  public ConnectionInitializer(Hub hub, Consumer<Connection> accepted) {
    this.hub = hub;
    this.accepted = accepted;
  }

  @Override
  protected void initChannel(Channel channel) {
    SegmentDecoder decoder = new SegmentDecoder(Negotiation.MAX_SEGMENT_BYTES);
    Connection connection = new Connection(hub, channel, decoder);
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.addLast(new TransportSelector(hub.settings().tls()));
    pipeline.addLast(decoder);
    pipeline.addLast(connection);
    accepted.accept(connection);
  }
}
