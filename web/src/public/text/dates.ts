/** The date shown on the privacy, terms and about pages. */
export const TEXTS_DATED = "2025-09-19";

/** Minimum age for an account, in years. Privacy and terms both state it. */
export const MINIMUM_AGE = 13;
