package dev.sluice.mqsim.manager;

/**
 * Another name for a queue or a topic object (QALIAS).
 *
 * @param target what it stands for (TARGET)
 * @param ofTopic whether that is a topic object (TARGTYPE)
 */
public record AliasDefinition(String target, boolean ofTopic) {}
