/** IBM MQ by its own client; nothing but its public API. */
package dev.sluice.jms.provider.ibmmq;
