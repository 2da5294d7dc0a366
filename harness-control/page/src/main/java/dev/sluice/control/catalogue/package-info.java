/**
 * An index of run folders, kept in an embedded SQL database. The folders are the truth: the index
 * can be deleted at any time, and is brought up to date from them whenever it is opened.
 */
package dev.sluice.control.catalogue;
