import { Affiliate } from "#shared/affiliates/affiliate.ts";
import type { BatchLine } from "#shared/payouts/batch.ts";
import { parsePayoutId } from "#shared/payouts/id.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { PayoutRequest } from "#shared/payouts/request.ts";
import { getItems, type Item, type Keys, type Rows } from "../platform/dynamo.ts";
import { AFFILIATES, affiliateKey } from "../referrals/index.ts";
import { lineIn, lineKey } from "./batches/lineTable.ts";
import { payoutRow, TABLE } from "./table.ts";

export type Known = {
  affiliate: Affiliate | undefined;
  request: PayoutRequest | undefined;
  payout: Payout | undefined;
  line: BatchLine | undefined;
};

export async function readKnown(id: string, batchId: string | null): Promise<Known> {
  return knownIn(await getItems(knownKeys(id, batchId)));
}

export function knownKeys(id: string, batchId: string | null): Keys {
  const affiliateId = parsePayoutId(id)?.affiliateId;
  const rows = [payoutRow(id, "request"), payoutRow(id, "payout")].filter((key) => key !== undefined);
  if (affiliateId === undefined) return {};
  return {
    [AFFILIATES()]: [affiliateKey(affiliateId)],
    [TABLE()]: batchId === null ? rows : [...rows, lineKey(batchId, id)],
  };
}

/** @param rows read with `knownKeys` */
export function knownIn(rows: Rows): Known {
  const affiliate = rows[AFFILIATES()]?.[0];
  const of = (kind: string) => rows[TABLE()]?.find(({ sk }) => String(sk).startsWith(`${kind}#`));
  const [request, payout, line] = [of("request"), of("payout"), of("line")];
  return {
    affiliate: affiliate && Affiliate.parse(affiliate),
    request: request && PayoutRequest.parse(request),
    payout: payout && Payout.parse(payout),
    line: line && lineIn(line),
  };
}

/** @param ids up to 100 */
export async function findRequests(ids: readonly string[]): Promise<Map<string, PayoutRequest>> {
  const rows = await readAll(ids, "request");
  return new Map(rows.map((row) => PayoutRequest.parse(row)).map((request) => [request.id, request]));
}

/** @param ids up to 100 */
export async function findPayouts(ids: readonly string[]): Promise<Map<string, Payout>> {
  const rows = await readAll(ids, "payout");
  return new Map(rows.map((row) => Payout.parse(row)).map((payout) => [payout.id, payout]));
}

/** Reads the payouts of a page whose rows have only ids. */
export async function payoutsIn<P extends { rows: readonly Item[] }>(page: P) {
  const ids = page.rows.map(({ id }) => String(id));
  const found = await findPayouts(ids);
  return { ...page, rows: ids.flatMap((id) => found.get(id) ?? []) };
}

async function readAll(ids: readonly string[], kind: "request" | "payout"): Promise<Item[]> {
  const keys = ids.map((id) => payoutRow(id, kind)).filter((key) => key !== undefined);
  return (await getItems({ [TABLE()]: keys }))[TABLE()] ?? [];
}
