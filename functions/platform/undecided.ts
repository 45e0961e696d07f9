/** The outcome is not known yet. The work is retried without an alarm. */
export class Undecided extends Error {}
