import { MINUTE } from "../instant.ts";

/** How long ago one may have typed the password when money moves, a key is given away or replaced, or one's data leaves. */
export const FRESH_FOR_MONEY = 5 * MINUTE;

/** How long ago an operator may have typed the password when prices, codes, limits or links are to change. */
export const FRESH_FOR_SETTINGS = 60 * MINUTE;

/** How long ago one may have typed the password when an account is to be deleted, or customers' data handed out. */
export const FRESH_FOR_DELETION = 10 * MINUTE;

/** How long ago one may have typed the password when the password, the address or the second factor changes. */
export const FRESH_FOR_SECURITY = 10 * MINUTE;
