package dev.sluice.control.scenario.model;

import dev.sluice.control.endpoint.client.HostPort;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Another harness process.
 *
 * @param at its command socket
 * @param tokenFile the file whose first line is its token, if it has one
 */
public record TargetSpec(String name, HostPort at, Optional<Path> tokenFile) {}
