/**
 * Who may connect to a queue manager and do what: connection authentication, channel authentication
 * records, authority records, with the defaults of a queue manager that crtmqm has made.
 */
package dev.sluice.mqsim.authority;
