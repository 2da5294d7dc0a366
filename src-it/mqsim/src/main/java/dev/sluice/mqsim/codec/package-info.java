/**
 * The client channel protocol on the wire, as far as the simulator speaks it.
 *
 * <p>What follows was observed between the unmodified IBM MQ client for Java and a stand-in server;
 * it is not a vendor's specification. All fixed-length text is ASCII padded with blanks. Integers
 * are in the byte order that the segment names ({@link WireOrder} says which never are): the client
 * begins with big-endian ones, and takes over the order of the server's first answer.
 *
 * <h2>Segments</h2>
 *
 * Everything travels in segments. A segment begins with one of three headers ({@link HeaderForm}):
 *
 * <pre>
 *   field                                   TSH, TSHC   TSHM   bytes
 *   eyecatcher "TSH ", "TSHC" or "TSHM"             0      0       4
 *   segment length, header included                 4      4       4
 *   conversation id (1, 3, 5, ...)                  -      8       4
 *   request id                                      -     12       4
 *   byte order: 1 = big-endian, 2 = little-endian   8     16       1
 *   segment type ({@link SegmentType})              9     17       1
 *   control flags ({@link Segment})                10     18       1
 *   control flags 2                                11     19       1
 *   unit-of-work id: 0                             12     20       8
 *   encoding: 0x111, 0x222 if little-endian        20     28       4
 *   character set: 819                             24     32       2
 *   reserved                                       26     34       2
 *   body                                           28     36
 * </pre>
 *
 * TSH is used for the initial exchange, and for everything when the two sides agree on zero shared
 * conversations. Otherwise TSHM carries all that belongs to a conversation and TSHC what belongs to
 * the socket as a whole (heartbeats, socket actions). Request id 0 is a synchronous call, 1 the
 * stream of messages and notifications, 3, 5, ... an out-of-turn request whose answer must repeat
 * the id.
 *
 * <p>A segment is at most as long as the two sides agreed (32,748 bytes). A longer call is cut: the
 * first segment has the flag FIRST, the last one LAST, each has a full header, the bodies are to be
 * concatenated ({@link FlowAssembler}, {@link FlowWriter}). A whole call has both flags. The answer
 * to a call has the type of the request plus 0x10.
 *
 * <h2>Compression</h2>
 *
 * Client and server each name the techniques that they can in the initial exchange; the first that
 * both can is used, and a channel that can nothing answers with none. What is compressed says so in
 * the second byte of control flags, segment by segment, and begins with a {@link
 * CompressionHeader}; the structures of a put or a get are compared with those of the one before
 * ({@link PreviousStructures}). The simulator expands all of it and compresses the data of messages
 * in answers to gets; answers' own structures and streamed messages it sends as they are.
 *
 * <h2>Calls</h2>
 *
 * The body of each call begins with 16 bytes ({@link CallHeader}): length, completion code, reason,
 * object handle. Then follow structures with an eyecatcher and a version of their own: the
 * connection options ({@link ConnectOptions}), the object descriptor ({@link ObjectDescriptor}),
 * the message descriptor ({@link MessageDescriptor}), put and get options ({@link PutOptions},
 * {@link GetOptions}), the subscription request ({@link SubscribeRequest}). Offsets are named in
 * those classes; offsets there count from the begin of the structure unless said otherwise.
 *
 * <h2>A connection's life</h2>
 *
 * <pre>
 *   client INITIAL_DATA (TSH)   server INITIAL_DATA (TSH): level, limits, names  ({@link InitialData})
 *   client USERID               server STATUS_DATA without body = accepted
 *  [client CONAUTH              server STATUS_DATA without body = accepted]
 *   client MQCONN               server MQCONN reply
 *   ... calls ...
 *   client MQDISC               server MQDISC reply
 *   client SOCKET_ACTION end of conversation, close of the socket
 * </pre>
 *
 * With shared conversations further MQCONNs come over the same socket, each announced by a
 * SOCKET_ACTION that the server has to accept with a TSHM segment of the new conversation.
 *
 * <p>Thread contract of this package: decoders, assemblers and writers belong to one connection and
 * are confined to its event loop; records and views are plain data.
 */
package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.call.InitialData;
import dev.sluice.mqsim.codec.call.SubscribeRequest;
import dev.sluice.mqsim.codec.structure.ConnectOptions;
import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.ObjectDescriptor;
import dev.sluice.mqsim.codec.structure.PutOptions;
import dev.sluice.mqsim.codec.structure.WireOrder;
