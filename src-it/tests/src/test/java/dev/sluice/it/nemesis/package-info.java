/**
 * Random faults, and two at once, around a run of the real program; a plain JMS client, which
 * shares no code with the program, says afterwards whether its account is right.
 */
package dev.sluice.it.nemesis;
