package dev.sluice.jms.worker;

import java.util.concurrent.Semaphore;
import org.apache.activemq.artemis.api.core.Interceptor;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;

/** A broker in this process to which messages can be sent that it never takes nor answers. */
final class DeafBroker implements AutoCloseable {

  private static final String URL = "vm://20260102";

  private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();
  private final Semaphore takes;

  /**
   * @param takes how many messages it takes
   */
  DeafBroker(int takes) throws Exception {
    this.takes = new Semaphore(takes);
    server.setConfiguration(
        new ConfigurationImpl()
            .setPersistenceEnabled(false)
            .setSecurityEnabled(false)
            .setJMXManagementEnabled(false)
            .addAcceptorConfiguration("in-vm", URL));
    server.start();
    Interceptor deaf =
        (packet, connection) ->
            !(packet instanceof PacketImpl core && core.getType() == PacketImpl.SESS_SEND)
                || this.takes.tryAcquire();
    server.getActiveMQServer().getRemotingService().addIncomingInterceptor(deaf);
  }

  String url() {
    return URL;
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
