import { TERMS_DATED } from "#shared/billing/purchase.ts";

/** When privacy, terms and about were last changed (spec 1, section 2): whoever changes a text changes its day. */
export const TEXTS_DATED = TERMS_DATED;

/** Below this age nobody may have an account (spec 1, section 2): privacy and terms both say it. */
export const MINIMUM_AGE = 13;
