/** The page that shows a run to people, made from a run folder. */
package dev.sluice.control.sink.page;
