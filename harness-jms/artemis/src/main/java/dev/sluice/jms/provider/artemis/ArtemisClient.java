package dev.sluice.jms.provider.artemis;

import java.util.List;
import org.apache.activemq.artemis.core.remoting.impl.netty.CheckDependencies;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** The Artemis client as the JVM loads it. */
public final class ArtemisClient {

  /** Netty starts the JVM's flight recorder to tell of its buffers, unless this says "false". */
  private static final String BUFFERS_ARE_RECORDED = "io.netty.jfr.enabled";

  private static final String ANY_URL = "tcp://localhost:61616";

  /** The classes that the first connection initializes, in its order. */
  private static final List<String> OF_FIRST_CONNECTION =
      List.of(
          "org.apache.activemq.artemis.core.client.impl.ClientSessionFactoryImpl",
          "org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnector",
          "io.netty.bootstrap.Bootstrap",
          "io.netty.channel.nio.NioEventLoopGroup",
          "io.netty.channel.socket.nio.NioSocketChannel",
          "io.netty.buffer.ByteBufAllocator",
          "org.apache.activemq.artemis.core.client.impl.ClientSessionImpl",
          "org.apache.activemq.artemis.jms.client.ActiveMQConnection",
          "org.apache.activemq.artemis.jms.client.ActiveMQSession",
          "org.apache.activemq.artemis.jms.client.ActiveMQBytesMessage");

  private ArtemisClient() {}

  /**
   * Has the JVM load and initialize what the first connection needs, which takes longer than that
   * connection itself. Connects to nothing. Any thread, beside other uses of the client too.
   */
  public static void load() {
    if (System.getProperty(BUFFERS_ARE_RECORDED) == null) {
      System.setProperty(BUFFERS_ARE_RECORDED, "false");
    }
    new ActiveMQConnectionFactory(ANY_URL).close();
    CheckDependencies.isEpollAvailable();
    for (String name : OF_FIRST_CONNECTION) {
      try {
        Class.forName(name);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException("the Artemis client has no " + name, e);
      }
    }
  }
}
