/** What steps measure and find, and the objectives it is held against. */
package dev.sluice.control.scenario.measure;
