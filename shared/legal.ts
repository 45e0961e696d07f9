/**
 * The day of each text's last change is its version. Accounts and purchases record it. docs/terms and
 * docs/privacy-texts keep the texts. The refund policy is a section of the terms.
 */
export const TERMS_VERSION = "2026-11-30";
export const PRIVACY_VERSION = "2026-12-01";
