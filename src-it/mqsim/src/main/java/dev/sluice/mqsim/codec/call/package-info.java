/** What flows of a connection and of its calls carry beside MQ structures. Plain data. */
package dev.sluice.mqsim.codec.call;
