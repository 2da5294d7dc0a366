package dev.sluice.mqsim.conversation;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds dead clients: a socket that was silent for one heartbeat interval is asked for a heartbeat;
 * a client that then stays silent for another two, and for a minute at least, is gone, and its
 * units of work are backed out. A client without a channel table asks for an interval of one
 * second, and a busy host keeps it silent for longer than three of those.
 */
final class Heartbeats extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);
  private static final int MIN_INTERVALS_TO_LIVE = 3;
  private static final int MIN_SECONDS_TO_LIVE = 60;

  private final Connection connection;
  private final int intervalsToLive;
  private int silentIntervals;

  private Heartbeats(Connection connection, int intervalSeconds) {
    this.connection = connection;
    this.intervalsToLive = Math.max(MIN_INTERVALS_TO_LIVE, MIN_SECONDS_TO_LIVE / intervalSeconds);
  }

  static void install(ChannelPipeline pipeline, Connection connection, int intervalSeconds) {
    if (intervalSeconds > 0 && connection.negotiation().hasConversations()) {
      String name = pipeline.context(connection).name();
      pipeline.addBefore(name, null, new IdleStateHandler(intervalSeconds, 0, 0));
      pipeline.addBefore(name, null, new Heartbeats(connection, intervalSeconds));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    silentIntervals = 0;
    context.fireChannelRead(message);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent idle && idle.state() == IdleState.READER_IDLE) {
      silentIntervals++;
      if (silentIntervals >= intervalsToLive) {
        LOG.info("{}: no heartbeat; closed", context.channel().remoteAddress());
        connection.reset();
      } else {
        connection.askForHeartbeat();
      }
    }
    context.fireUserEventTriggered(event);
  }
}
