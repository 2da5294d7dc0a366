/**
 * The command socket: text lines over TCP.
 *
 * <p>A line takes this way: {@link dev.sluice.control.endpoint.socket.LineDecoder} (bytes to a
 * line), {@link dev.sluice.control.endpoint.socket.Session} (one connection), then the {@link
 * dev.sluice.control.command.Command} that the line stands for.
 */
package dev.sluice.control.endpoint.socket;
