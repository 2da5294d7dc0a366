/** Client libraries that are not in the program, each in a folder of its own. */
package dev.sluice.it.clients;
