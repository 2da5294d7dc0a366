/** Words for people. */
package dev.sluice.core.text;
