/** The outcome is not known yet. The caller is retried without an alarm. */
export class Undecided extends Error {}
