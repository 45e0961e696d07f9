import type { Instant } from "#shared/instant.ts";
import { findLines, listRuns } from "./batches/table.ts";
import { walkPayouts } from "./lists/table.ts";

/** So many approved payouts are looked at, those that were asked for first: what a run skipped is among them. */
const LOOKED_AT = 250;

/** Approved payouts that the last finished distribution skipped, since its end. */
export async function listSkipped(limit: number): Promise<{ since: Instant; cents: number }[]> {
  const { runs } = await listRuns(undefined);
  const last = runs.find(({ kind, status }) => kind === "distribute" && status === "done");
  if (last?.finishedAt == null) return [];
  const { finishedAt, createdAt } = last;
  const { rows } = await walkPayouts("approved", null, LOOKED_AT);
  const seen = rows
    .filter(({ approvedAt }) => approvedAt !== null && approvedAt <= createdAt)
    .slice(0, limit);
  const lines = await findLines(
    last.id,
    seen.map(({ id }) => id),
  );
  return lines
    .filter(({ outcome }) => outcome === "skipped")
    .map(({ amount_cents }) => ({ since: finishedAt, cents: amount_cents }));
}
