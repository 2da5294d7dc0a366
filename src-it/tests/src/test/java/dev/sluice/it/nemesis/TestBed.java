package dev.sluice.it.nemesis;

/** Where a fault happens. */
record TestBed(Setup setup, Broker broker, FaultyNetwork network, ProgramUnderTest program) {}
