import { SECOND } from "#shared/instant.ts";
import type { Destination } from "#shared/referrals/destination.ts";
import { foldCode } from "#shared/referrals/foldCode.ts";
import { getItems, type Item } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { CONSENT_KEY, Consent, NOBODY_ASKED } from "./consent/table.ts";
import { destinationKey, toDestination } from "./destinations/table.ts";
import { CodeOwner, codeKey } from "./table.ts";

export type LinkRows = {
  owner: CodeOwner | undefined;
  destination: Destination | undefined;
  /** Countries whose visitors must agree before anything is stored. */
  askedIn: readonly string[];
};

/**
 * Each warm function caches a link for a few seconds, so a popular link needs few reads. No earnings depend on the
 * cache, because an attribution reads the affiliate again.
 */
const REMEMBER_FOR = 10 * SECOND;
const MAX_REMEMBERED = 1000;
const remembered = new Map<string, { rows: LinkRows; until: number }>();

export async function readLinkRows(code: string, destinationId: string | null, now: Date): Promise<LinkRows> {
  const folded = foldCode(code);
  const link = `${folded}/${destinationId}`;
  const known = remembered.get(link);
  if (known && known.until > now.getTime()) return known.rows;
  const keys = [
    ...(folded === undefined ? [] : [codeKey(folded), CONSENT_KEY]),
    ...(destinationId === null ? [] : [destinationKey(destinationId)]),
  ];
  const table = env("TABLE_AFFILIATES");
  const items = keys.length === 0 ? [] : ((await getItems({ [table]: keys }))[table] ?? []);
  const find = (matches: (item: Item) => boolean) => items.find(matches);
  const owner = find(({ sk }) => sk === "code");
  const destination = find(({ pk }) => pk === "destinations");
  const consent = find(({ pk }) => pk === CONSENT_KEY.pk);
  const rows = {
    owner: owner && CodeOwner.parse(owner),
    destination: destination && toDestination(destination),
    askedIn: (consent ? Consent.parse(consent) : NOBODY_ASKED).countries,
  };
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(link, { rows, until: now.getTime() + REMEMBER_FOR });
  return rows;
}
