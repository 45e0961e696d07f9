import { groupOf, type KeptMove, type Move } from "#shared/insights/moves.ts";
import type { Recent, RecentKind } from "#shared/insights/recent.ts";
import { type Instant, utcDay } from "#shared/instant.ts";

/** An amount that an entry adds to a figure, in total or on one day. */
export type Sum = {
  figure: string;
  /** A UTC day, a cohort's month, or a part of a day (functions/insights/growth/broughtRules.ts). */
  day: string | null;
  amount: number;
  /** Growth has its own figures: by day, by cohort, and by affiliate. */
  part?: "growth" | "cohorts" | "brought" | undefined;
};

/**
 * An object's row in the back office's lists, and the amounts that the object adds to figures. An entry is computed
 * from whole rows, not from the difference that a change made, so a repeated event gives the same entry.
 */
export type Entry = {
  id: string;
  /** Undefined if the entry only adds to figures. */
  list?: string;
  /** The part of the list that has the entry, such as "users/active". */
  shelf?: string;
  createdAt?: Instant;
  name?: string;
  /** More words for prefix search (wordRules.ts). */
  words?: string[];
  /** When the object was last seen; a dash if never. */
  seenAt?: string;
  row?: Record<string, unknown>;
  /** The queue and the time of the entry's next change without a write, such as an expiry. */
  due?: "users" | "keys";
  dueAt?: Instant;
  recent?: Recent;
  moves?: KeptMove[];
  sums: Sum[];
};

export const NEVER_SEEN = "-";

/** An amount as an entry's name, so that a list by name is sorted by amount. Amounts may be negative. */
export const nameOfCents = (cents: number): string => String(10 ** 12 + cents);

export const foldEmail = (email: string): string => email.trim().normalize("NFC").toLowerCase();

/** Null once the account's deletion has begun, or if there is no account. */
export const addressOf = (user: { email: string; deletedAt: Instant | null } | undefined): string | null =>
  user?.deletedAt === null ? user.email : null;

export const total = (figure: string, amount = 1): Sum => ({ figure, day: null, amount });
export const onDay = (figure: string, at: Instant, amount = 1): Sum[] => [
  { figure, day: null, amount },
  { figure, day: utcDay(new Date(at)), amount },
];

export const happened = (
  kind: RecentKind,
  id: string,
  at: Instant,
  userId: string | null,
  money?: { cents: number; currency: string },
): Recent => ({
  id,
  kind,
  at,
  user_id: userId,
  amount_cents: money?.cents ?? null,
  currency: money?.currency ?? null,
});

export const goneEntry = (id: string): Entry => ({ id, sums: [] });

export function differenceOf(before: readonly Sum[], after: readonly Sum[]): Sum[] {
  const sums = new Map<string, Sum>();
  const add = (sum: Sum, sign: 1 | -1) => {
    const key = `${sum.part ?? ""}|${sum.day}|${sum.figure}`;
    sums.set(key, { ...sum, amount: (sums.get(key)?.amount ?? 0) + sign * sum.amount });
  };
  for (const sum of before) add(sum, -1);
  for (const sum of after) add(sum, 1);
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}

export const moveName = ({ kind, at, paymentId, cents }: Move): string =>
  [groupOf(kind), at, kind, paymentId ?? "-", cents].join("#");
