package dev.sluice.control.sink.legacy;

/**
 * The last line of FileStats about the messages.
 *
 * @param destination where they go, or come from
 * @param size their size, as text
 * @param transacted whether they are in transactions
 * @param persistent whether they are persistent
 * @param correlated whether replies are picked by correlation id
 */
public record MessagesAbout(
    String destination, String size, boolean transacted, boolean persistent, boolean correlated) {}
