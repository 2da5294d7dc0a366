/**
 * What all ports have in common: listening, encryption, tokens with roles, and limits for those who
 * guess or flood.
 *
 * <p>A connection takes this way: {@link dev.sluice.control.endpoint.access.TcpListener} (how many
 * there may be; {@link dev.sluice.control.endpoint.access.ServerTls}), then the protocol of the
 * port, which asks {@link dev.sluice.control.endpoint.access.AddressLimits} whether an address may
 * go on, and {@link dev.sluice.control.endpoint.access.AccessTokens} what it may do.
 */
package dev.sluice.control.endpoint.access;
