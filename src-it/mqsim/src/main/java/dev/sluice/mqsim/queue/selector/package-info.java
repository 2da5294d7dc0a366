/**
 * JMS message selectors: the conditional expressions of SQL-92 that JMS allows, evaluated on one
 * message. Unknown is null: three-valued logic as in SQL. Everything here is immutable.
 */
package dev.sluice.mqsim.queue.selector;
