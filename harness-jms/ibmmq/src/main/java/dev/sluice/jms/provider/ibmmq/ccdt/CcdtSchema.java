package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.jms.provider.ibmmq.ccdt.Shape.Any;
import dev.sluice.jms.provider.ibmmq.ccdt.Shape.Items;
import dev.sluice.jms.provider.ibmmq.ccdt.Shape.Members;
import dev.sluice.jms.provider.ibmmq.ccdt.Shape.NotBoth;
import dev.sluice.jms.provider.ibmmq.ccdt.Shape.OneOf;
import dev.sluice.jms.provider.ibmmq.ccdt.Shape.Text;
import dev.sluice.jms.provider.ibmmq.ccdt.Shape.WholeNumber;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tables that the IBM client takes. Found by giving tables to client 9.4.5.1, not from IBM's
 * schema: the client checks less in some places (it takes any whole number as a weight) and more in
 * others (a table without channels is refused). The meaning of the keys is in IBM's documentation,
 * "JSON CCDT". Where the client dies of a table (a channel without {@code clientConnection}) this
 * refuses it.
 */
final class CcdtSchema {

  private static final Shape NUMBER = new WholeNumber();

  /** No limit that the client would mind. */
  private static final Shape NAME_OF_A_HOST = new Text(Integer.MAX_VALUE);

  private static final Shape ADDRESS =
      new Members(Map.of("host", NAME_OF_A_HOST, "port", NUMBER), Set.of());

  private static final Shape CLIENT_CONNECTION =
      new Members(
          Map.of("connection", new Items(ADDRESS, 0), "queueManager", new Text(48)),
          Set.of("connection", "queueManager"));

  private static final Shape GENERAL =
      new Members(Map.of("description", new Text(64), "maximumMessageLength", NUMBER), Set.of());

  private static final Shape PORT_RANGE =
      new Members(Map.of("low", NUMBER, "high", NUMBER), Set.of());

  private static final Shape LOCAL_ADDRESS =
      new NotBoth(
          new Members(
              Map.of("host", NAME_OF_A_HOST, "port", NUMBER, "portRange", PORT_RANGE), Set.of()),
          "port",
          "portRange");

  private static final Shape CONNECTION_MANAGEMENT =
      new Members(
          Map.of(
              "affinity", new OneOf(List.of("none", "preferred")),
              "clientWeight", NUMBER,
              "defaultReconnect", new OneOf(List.of("no", "yes", "queueManager", "disabled")),
              "disconnectInterval", NUMBER,
              "heartbeatInterval", NUMBER,
              "keepAliveInterval", NUMBER,
              "localAddress", new Items(LOCAL_ADDRESS, 0),
              "sharingConversations", NUMBER),
          Set.of());

  private static final Shape TRANSMISSION_SECURITY =
      new Members(
          Map.of(
              "cipherSpecification", new Text(32),
              "certificateLabel", new Text(64),
              "certificatePeerName", new Text(1024)),
          Set.of());

  private static final Shape COMPRESSION =
      new Members(
          Map.of(
              "header", new Items(new OneOf(List.of("none", "system")), 1),
              "message",
                  new Items(
                      new OneOf(
                          List.of(
                              "none", "rle", "zlibfast", "zlibhigh", "lz4fast", "lz4high", "any")),
                      1)),
          Set.of());

  private static final Shape EXIT =
      new Members(Map.of("name", new Text(Integer.MAX_VALUE), "userData", new Text(32)), Set.of());

  private static final Shape EXITS =
      new Members(
          Map.of("security", EXIT, "send", new Items(EXIT, 0), "receive", new Items(EXIT, 0)),
          Set.of());

  private static final Shape CHANNEL =
      new Members(
          Map.of(
              "name", new Text(20),
              "type", new OneOf(List.of("clientConnection")),
              "clientConnection", CLIENT_CONNECTION,
              "general", GENERAL,
              "connectionManagement", CONNECTION_MANAGEMENT,
              "transmissionSecurity", TRANSMISSION_SECURITY,
              "compression", COMPRESSION,
              "exits", EXITS,
              "timestamps", new Members(Map.of("altered", new Any()), Set.of())),
          Set.of("name", "type", "clientConnection"));

  /** The whole table. */
  static final Shape TABLE =
      new Members(Map.of("channel", new Items(CHANNEL, 1)), Set.of("channel"));

  private CcdtSchema() {}
}
