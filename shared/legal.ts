/**
 * The day on which each text was last changed names its version, which accounts and purchases record. docs/terms and
 * docs/privacy-texts have the text of each. The refund policy is a section of the terms.
 */
export const TERMS_VERSION = "2026-11-26";
export const PRIVACY_VERSION = "2026-11-27";
