import * as z from "zod/mini";

/** Matches license keys inside a text: five groups of Crockford's base 32. */
export const LICENSE_KEY_IN_TEXT = /\b[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){4}\b/gi;

/** How many characters lists show at each end of a key. */
export const SHOWN_OF_KEY = 5;

/** `7K3MQ…PJ5ZE`: distinguishes keys, but does not work as a key. */
export const maskKey = (licenseKey: string): string =>
  `${licenseKey.slice(0, SHOWN_OF_KEY)}…${licenseKey.slice(-SHOWN_OF_KEY)}`;

/** A masked key for the back office's lists. Rejects a whole key. */
export const MaskedKey = z.string().check(z.regex(/^[\dA-Z]{5}…[\dA-Z]{5}$/));

/** A license key's id in the back office's links, calls and audit log (functions/platform/keyId.ts). */
export const KeyId = z.string().check(z.regex(/^[\w-]{22}$/));
