/**
 * An HTTP server on Netty for few clients: routes, roles, limits, server-sent events.
 *
 * <p>A request takes this way: {@link dev.sluice.control.endpoint.http.HttpSession} (one
 * connection: its limits), {@link dev.sluice.control.endpoint.http.HttpServer.HttpAccess} (who may
 * ask), then the {@link dev.sluice.control.endpoint.http.HttpRoute} that the path stands for.
 */
package dev.sluice.control.endpoint.http;
