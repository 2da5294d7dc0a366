/**
 * What a queue manager does with its queues, without any network: it makes and finds them, routes
 * messages by remote definitions and clusters, commits units of work, and publishes to
 * subscriptions. Confined to one event loop, like the queues.
 */
package dev.sluice.mqsim.manager;
