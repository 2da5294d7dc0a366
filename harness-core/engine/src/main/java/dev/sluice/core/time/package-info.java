/**
 * Time as the engine sees it, from one place: readings, waits and the threads that wait. Injected
 * everywhere, so that a whole run plays without sleeping.
 */
package dev.sluice.core.time;
