/** The real harness inside the process of a test. */
package dev.sluice.it.run;
