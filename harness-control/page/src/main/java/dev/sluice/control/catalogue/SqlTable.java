package dev.sluice.control.catalogue;

import java.util.List;

/**
 * The answer to a statement of a person's own.
 *
 * @param rows text, numbers, booleans, and null
 */
public record SqlTable(List<String> columns, List<List<Object>> rows) {}
