/** MQ structures: options, message and object descriptors, headers of messages. Plain data. */
package dev.sluice.mqsim.codec.structure;
