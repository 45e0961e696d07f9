import * as z from "zod/mini";

/** Five groups of Crockford's base 32, wherever in a text. */
export const LICENSE_KEY_IN_TEXT = /\b[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){4}\b/gi;

/** `7K3MQ…PJ5ZE`: tells two keys apart, and opens nothing. */
export const maskKey = (licenseKey: string): string => `${licenseKey.slice(0, 5)}…${licenseKey.slice(-5)}`;

/** A license key as the back office's lists show it. A whole key is refused. */
export const MaskedKey = z.string().check(z.regex(/^[\dA-Z]{5}…[\dA-Z]{5}$/));

/** What the back office calls a license key in links, in calls and in the audit log: functions/platform/keyId.ts. */
export const KeyId = z.string().check(z.regex(/^[\w-]{22}$/));
