import { AppError } from "#shared/errors.ts";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { LICENSE_MESSAGES } from "#shared/licenses/standing.ts";

/** So many calls in one window of time, windows beginning at whole minutes or seconds. */
export type Limit = { readonly most: number; readonly window: number };

export const CALLS_A_KEY: Limit = { most: 60, window: MINUTE };
export const GUESSES_AN_ADDRESS: Limit = { most: 3, window: SECOND };

export const windowOf = (limit: Limit, now: Date): number => Math.floor(now.getTime() / limit.window);

/** @throws RATE_LIMITED, with the seconds after which it is worth another try */
export function requireWithin(limit: Limit, count: number, now: Date): void {
  if (count <= limit.most) return;
  const ends = (windowOf(limit, now) + 1) * limit.window;
  throw new AppError("RATE_LIMITED", LICENSE_MESSAGES.RATE_LIMITED, {
    details: { retry_after_seconds: Math.ceil((ends - now.getTime()) / SECOND) },
  });
}
