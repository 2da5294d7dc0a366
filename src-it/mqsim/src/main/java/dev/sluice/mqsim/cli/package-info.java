/** The simulator as a program: command line and start-up. */
package dev.sluice.mqsim.cli;
