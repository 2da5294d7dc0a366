/**
 * The line protocol by which a person or a script drives a simulated cluster: one command per line,
 * any number of lines in reply, the last of which begins with OK or ERR.
 *
 * <p>Thread contract: {@link dev.sluice.mqsim.admin.AdminServer} serves each connection on an event
 * loop of its own group, where commands may block; commands of one connection run in order.
 */
package dev.sluice.mqsim.admin;
