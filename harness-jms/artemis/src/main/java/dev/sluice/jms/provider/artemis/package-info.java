/** ActiveMQ Artemis by its own client. */
package dev.sluice.jms.provider.artemis;
