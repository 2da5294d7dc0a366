package dev.sluice.it.nemesis;

/**
 * Tells one message of a run from all others.
 *
 * @param sender the name in its stamp
 * @param number its number among those of that sender
 */
record MessageKey(String sender, long number) {}
