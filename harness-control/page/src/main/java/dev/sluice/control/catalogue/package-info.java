/** The run folders under a folder as a list in memory, read from the folders and following them. */
package dev.sluice.control.catalogue;
