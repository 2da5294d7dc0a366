package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are brought to listeners. */
class ListenersIT {

  @RegisterExtension static final QueueManagerFixture QUEUE_MANAGER = new QueueManagerFixture();

  @ParameterizedTest
  @ValueSource(ints = {10, 20_000, 500_000})
  void listenerGetsMessagesOfAnySize(int size) throws Exception {
    Session listening = QUEUE_MANAGER.session();
    Queue queue = listening.createQueue(QUEUE_MANAGER.queueName());
    List<Long> lengths = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch three = new CountDownLatch(3);
    listening
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              try {
                lengths.add(((BytesMessage) message).getBodyLength());
              } catch (JMSException e) {
                lengths.add(-1L);
              }
              three.countDown();
            });
    Session sending = QUEUE_MANAGER.session();
    MessageProducer producer = sending.createProducer(queue);
    for (int i = 0; i < 3; i++) {
      BytesMessage message = sending.createBytesMessage();
      message.writeBytes(new byte[size]);
      producer.send(message);
    }
    assertThat(three.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(lengths).containsExactly((long) size, (long) size, (long) size);
  }

  @Test
  void transactedListenerWithPersistentMessages() throws Exception {
    Session listening = QUEUE_MANAGER.transactedSession();
    Queue queue = listening.createQueue(QUEUE_MANAGER.queueName());
    List<String> texts = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch four = new CountDownLatch(4);
    listening
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              try {
                texts.add(
                    ((TextMessage) message).getText()
                        + (message.getJMSRedelivered() ? "again" : ""));
                if (texts.size() == 1) {
                  listening.rollback();
                } else {
                  listening.commit();
                }
              } catch (Exception e) {
                texts.add(e.toString());
              }
              four.countDown();
            });
    Session sending = QUEUE_MANAGER.session();
    MessageProducer producer = sending.createProducer(queue);
    for (int i = 0; i < 3; i++) {
      producer.send(sending.createTextMessage("" + i));
    }
    assertThat(four.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(texts).containsExactly("0", "0again", "1", "2");
  }

  @Test
  void whatOneConsumerRollsBackIsNotAnothersMessage() throws Exception {
    Connection connection = QUEUE_MANAGER.connect();
    connection.stop(); // so that both consumers begin at once
    Session listening = connection.createSession(true, Session.SESSION_TRANSACTED);
    Session sending = QUEUE_MANAGER.session();
    Queue[] queues = {
      sending.createQueue(QUEUE_MANAGER.queueName() + ".1"),
      sending.createQueue(QUEUE_MANAGER.queueName() + ".2")
    };
    for (Queue queue : queues) {
      MessageProducer producer = sending.createProducer(queue);
      producer.send(sending.createTextMessage("first"));
      producer.send(sending.createTextMessage("last"));
      producer.close();
    }
    List<String> texts = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch lasts = new CountDownLatch(queues.length);
    List<MessageConsumer> consumers = new ArrayList<>();
    for (Queue queue : queues) {
      consumers.add(listening.createConsumer(queue));
    }
    for (MessageConsumer consumer : consumers) {
      consumer.setMessageListener(
          message -> {
            try {
              texts.add(
                  ((TextMessage) message).getText()
                      + (message.getJMSRedelivered() ? " again" : ""));
              if (texts.size() == 1) {
                listening.rollback();
              } else {
                listening.commit();
              }
              if (((TextMessage) message).getText().equals("last")) {
                lasts.countDown();
              }
            } catch (Exception e) {
              texts.add(e.toString());
            }
          });
    }
    connection.start();
    assertThat(lasts.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(texts).containsExactlyInAnyOrder("first", "first again", "first", "last", "last");
  }
}
