/** Run folders that are read, and what their intervals add up to. */
package dev.sluice.control.recorded;
