/** Nothing has failed, only it is not decided yet: the work comes again, and no alarm rings for it. */
export class Undecided extends Error {}
