/** Administration by messages: the command server and what it can be asked. */
package dev.sluice.mqsim.command;
