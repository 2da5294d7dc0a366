package dev.sluice.jms.provider;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A table by which a client library finds what to connect to.
 *
 * @param name its file or URL, as it was given
 * @param file empty if it is not a file of this host
 */
public record ConnectionTable(String name, Optional<Path> file) {}
