/** Words and figures for people. */
package dev.sluice.core.text;
