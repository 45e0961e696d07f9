/** When privacy, terms and about were last changed (spec 1, section 2): whoever changes a text changes its day. */
export const TEXTS_DATED = "2025-09-19";

/** Below this age nobody may have an account (spec 1, section 2): privacy and terms both say it. */
export const MINIMUM_AGE = 13;

/** The guarantee that the checkout shows. */
export const REFUND_DAYS = 30;
