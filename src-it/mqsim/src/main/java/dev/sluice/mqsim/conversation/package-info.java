/**
 * The conversation between one client and the simulated queue manager: negotiation, then calls.
 *
 * <p>A {@link dev.sluice.mqsim.conversation.Connection} is a socket. On it run one or more {@link
 * dev.sluice.mqsim.conversation.Conversation}s, each of them one MQ connection: a JMS connection
 * makes one, each of its sessions another. A call arrives as a {@link
 * dev.sluice.mqsim.conversation.Flow}, is dispatched by {@link dev.sluice.mqsim.conversation.Calls}
 * to the class for its group of calls, and is answered through an {@link
 * dev.sluice.mqsim.conversation.Answer}, at once or, when it waits, later.
 *
 * <p>Thread contract: all connections of a queue manager are on its event loop; nothing here is to
 * be touched from elsewhere.
 */
package dev.sluice.mqsim.conversation;
