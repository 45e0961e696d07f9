import { AppError } from "#shared/errors.ts";
import { MINUTE, SECOND } from "#shared/instant.ts";

/** Lines per minute that a function instance accepts, from one address and in total, because logs cost money. */
export const MAX_PER_ADDRESS = 30;
export const MAX_TOTAL = 300;

export type Counts = {
  readonly window: number;
  readonly all: number;
  readonly byAddress: ReadonlyMap<string, number>;
};
export const NOTHING_COUNTED: Counts = { window: -1, all: 0, byAddress: new Map() };

export function countLines(before: Counts, address: string, lines: number, now: Date): Counts {
  const window = Math.floor(now.getTime() / MINUTE);
  const counts = before.window === window ? before : { ...NOTHING_COUNTED, window };
  const own = (counts.byAddress.get(address) ?? 0) + lines;
  const all = counts.all + lines;
  if (own > MAX_PER_ADDRESS || all > MAX_TOTAL) {
    const wait = (window + 1) * MINUTE - now.getTime();
    throw new AppError("RATE_LIMITED", "Too many reports. Please wait a minute.", {
      details: { retry_after_seconds: Math.ceil(wait / SECOND) },
    });
  }
  return { window, all, byAddress: new Map(counts.byAddress).set(address, own) };
}
