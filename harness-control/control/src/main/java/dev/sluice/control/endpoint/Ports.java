package dev.sluice.control.endpoint;

import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.control.sink.otlp.OtlpSettings;
import java.util.Optional;

/**
 * The ways over a network in which a run is driven and watched, each if it is wanted.
 *
 * @param commandServer the command socket
 * @param metrics the port of metrics alone
 * @param page the live page
 * @param otlp the push of metrics
 */
public record Ports(
    Optional<CommandServerSettings> commandServer,
    Optional<PortSettings> metrics,
    Optional<PortSettings> page,
    Optional<OtlpSettings> otlp) {}
