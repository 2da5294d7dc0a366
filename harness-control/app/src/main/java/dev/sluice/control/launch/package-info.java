/** What an older Java understands: where the runnable jar begins. */
package dev.sluice.control.launch;
