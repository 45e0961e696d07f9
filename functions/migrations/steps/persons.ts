import * as z from "zod/mini";
import { listNewest } from "../../affiliates/listing/table.ts";
import { forgetPerson, NO_ADDRESS } from "../../affiliates/table.ts";
import { rewriteEntries } from "../../audit/tables/oldEntries.ts";
import type { Page } from "./migrations.ts";

/** What outlives an account and once named its person. */
const PAGE_SIZE = 50;

/** Until 2026-11-27 the audit log had the name of the computer that used a key, and what its metadata said. */
export const auditOfKeys: Page = (after) => rewriteEntries(namingNoOne, after, PAGE_SIZE);

const OldEntry = z.looseObject({
  computer: z.nullable(z.string()),
  extras: z.optional(z.nullable(z.looseObject({ metadata: z.record(z.string(), z.unknown()) }))),
});

/** As `auditedKey` writes it today (functions/licenses/desk/rules.ts). */
function namingNoOne(audited: unknown): unknown {
  const { data } = z.safeParse(OldEntry, audited);
  if (data === undefined) return audited;
  const { computer, extras, ...rest } = data;
  return {
    ...rest,
    inUse: computer !== null,
    ...(extras === undefined
      ? {}
      : { extras: extras && { ...extras, metadata: Object.keys(extras.metadata) } }),
  };
}

/** Until 2026-11-27 the affiliate of a deleted account kept the country and the link to their account at Stripe. */
export const deletedAffiliates: Page = async (after) => {
  const paging = { limit: PAGE_SIZE, offset: 0, cursor: after ?? undefined };
  const { affiliates, next } = await listNewest(undefined, paging);
  for (const { affiliateId, email } of affiliates) if (email === NO_ADDRESS) await forgetPerson(affiliateId);
  return next;
};
