/** Observers: processors, memory, files, depths of queues. */
package dev.sluice.control.scenario.running.observe;
