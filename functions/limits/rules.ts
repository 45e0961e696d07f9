import { AppError } from "#shared/errors.ts";
import { HOUR, MINUTE, SECOND } from "#shared/instant.ts";
import { LICENSE_MESSAGES } from "#shared/licenses/standing.ts";
import { isWithin, networkOf } from "./networkRules.ts";

/** The maximum number of calls in one window. Windows begin at multiples of their length. */
export type Limit = { readonly most: number; readonly window: number };

export const CALLS_A_KEY: Limit = { most: 60, window: MINUTE };
export const GUESSES_AN_ADDRESS: Limit = { most: 3, window: SECOND };
/** Sign-in requests from computers at one address: an office of fifty may start at the same time. */
export const SIGN_INS_AN_ADDRESS: Limit = { most: 100, window: 10 * MINUTE };
/** User codes that one account tries. There are 25.6 billion codes, so guessing is hopeless (RFC 8628, section 5.1). */
export const CODES_A_PERSON: Limit = { most: 20, window: 10 * MINUTE };

/** Free keys in one network: enough for a student dormitory, too few for a script. */
export const FREE_KEYS_A_NETWORK: Limit = { most: 100, window: HOUR };

export const MAILED_CODES_A_NETWORK: Limit = { most: 100, window: HOUR };
/** Recoveries after a lost phone. They need no sign-in. */
export const RECOVERIES_A_NETWORK: Limit = { most: 30, window: HOUR };
/** First sessions of new accounts in one network. Other limits apply to an account that starts no session. */
export const SIGN_UPS_A_NETWORK: Limit = { most: 100, window: HOUR };
/** Sign-ins from one network: enough for a carrier's customers, too few for a list of stolen passwords. */
export const SIGN_INS_A_NETWORK: Limit = { most: 300, window: 10 * MINUTE };

/** Invitations to the seats of one team, including those sent again. */
export const INVITATIONS_A_TEAM: Limit = { most: 60, window: HOUR };

/** Withdrawals from contracts: per network, per customer and in total. They need no sign-in. */
export const WITHDRAWALS_A_NETWORK: Limit = { most: 10, window: HOUR };
export const WITHDRAWALS_A_PERSON: Limit = { most: 3, window: HOUR };
export const WITHDRAWALS: Limit = { most: 300, window: HOUR };

/** Units of the limited offer held in one network. Exceeding this only notifies the operator. */
export const HOLDS_A_NETWORK: Limit = { most: 10, window: HOUR };

export const CALLS_AN_API_KEY: Limit = { most: 120, window: MINUTE };

export const windowOf = (limit: Limit, now: Date): number => Math.floor(now.getTime() / limit.window);

/** The network to count calls by. Null for an unknown address, and for localhost, where the local stack runs. */
export function countedNetwork(address: string | null): string | null {
  if (address === null || isWithin(address, ["127.0.0.0/8", "::1/128"])) return null;
  return networkOf(address) ?? null;
}

/** @throws RATE_LIMITED with the seconds after which a retry can succeed */
export function requireWithin(limit: Limit, count: number, now: Date): void {
  if (count <= limit.most) return;
  const ends = (windowOf(limit, now) + 1) * limit.window;
  throw new AppError("RATE_LIMITED", LICENSE_MESSAGES.RATE_LIMITED, {
    details: { retry_after_seconds: Math.ceil((ends - now.getTime()) / SECOND) },
  });
}
