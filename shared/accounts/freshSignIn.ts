import { MINUTE } from "../instant.ts";

/** How long ago an operator may have typed the password when money is to be moved. */
export const FRESH_FOR_MONEY = 5 * MINUTE;

/** How long ago one may have typed the password when one's own account is to be deleted. */
export const FRESH_FOR_DELETION = 10 * MINUTE;
