/**
 * A worker's connection and session, from opening to closing: its own or shared, its losses, and
 * the waits inside of it that another thread ends.
 */
package dev.sluice.jms.connection;
