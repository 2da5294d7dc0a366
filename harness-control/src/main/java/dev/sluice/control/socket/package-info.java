/**
 * The command socket: one face of {@link dev.sluice.core.run.RunControl}, as text lines over TCP.
 *
 * <p>A line takes this way: {@link dev.sluice.control.socket.LineDecoder} (bytes to a line), {@link
 * dev.sluice.control.socket.Session} (one connection), {@link
 * dev.sluice.control.socket.CommandParser} (line to a record), {@link
 * dev.sluice.control.socket.CommandHandler} (record to {@code RunControl}, and the reply).
 */
package dev.sluice.control.socket;
