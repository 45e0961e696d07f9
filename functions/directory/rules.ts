import { groupOf, type KeptMove, type Move } from "#shared/insights/moves.ts";
import type { Recent, RecentKind } from "#shared/insights/recent.ts";
import { type Instant, utcDay } from "#shared/instant.ts";

/** What something counts for: a figure of all time, and of a day where it belongs to one. */
export type Sum = {
  figure: string;
  /** Of a cohort its month; of what affiliates brought, the day and which of its rows (functions/insights/growth/broughtRules.ts). */
  day: string | null;
  amount: number;
  /** Figures of growth stand apart from those of the Overview: by day, by cohort, by the affiliate who brought it. */
  part?: "growth" | "cohorts" | "brought" | undefined;
};

/**
 * What the back office lists of something, and what it counts for. Made from what the tables say now, never
 * from what changed: so told twice, late or in another order it ends the same.
 */
export type Entry = {
  id: string;
  /** Which list it is in, and which part of it; none where it only counts. */
  list?: string;
  shelf?: string;
  createdAt?: Instant;
  /** What it is found by: the beginning of it. */
  name?: string;
  /** What else it is found by: the beginning of each (wordRules.ts). */
  words?: string[];
  /** When it was last seen; a dash where it never was. */
  seenAt?: string;
  row?: Record<string, unknown>;
  /** When this entry changes without a write, and the queue in which it waits for that. */
  due?: "users" | "keys";
  dueAt?: Instant;
  /** What the Overview tells of it as having happened. */
  recent?: Recent;
  /** What a customer changed in the figures of growth. */
  moves?: KeptMove[];
  sums: Sum[];
};

export const NEVER_SEEN = "-";

/** How an address is filed and looked up. */
export const foldEmail = (email: string): string => email.trim().normalize("NFC").toLowerCase();

/** Null for an account that is being deleted: its row goes last, so it may still be there. */
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

/** Something that is gone counts for nothing. */
export const goneEntry = (id: string): Entry => ({ id, sums: [] });

/** By day and figure, what changes; what stays the same is left out. */
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

/** What tells the moves of one customer apart. */
export const moveName = ({ kind, at, paymentId, cents }: Move): string =>
  [groupOf(kind), at, kind, paymentId ?? "-", cents].join("#");
