/** What people get to see of a channel definition table. */
package dev.sluice.control.ccdt;
