/** The day that privacy, terms and about bear (spec 1, section 2). */
export const TEXTS_DATED = "2025-09-19";

/** Below this age nobody may have an account (spec 1, section 2): privacy and terms both say it. */
export const MINIMUM_AGE = 13;
