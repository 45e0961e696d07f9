import { affiliateList } from "./affiliateList.ts";
import { alertAddresses, keyAddresses, lastUses, subscriptionCounts, userWords } from "./directory.ts";
import { enableSuspended } from "./enableSuspended.ts";
import { growthOfAffiliates, growthOfPayments, growthOfUsers } from "./growth.ts";
import type { Migration } from "./migrations.ts";
import { touchNewRows } from "./newRows.ts";
import { auditOfKeys, deletedAffiliates } from "./persons.ts";

/** In the order in which they run (docs/decisions/upgrading.md). Remove one when no stage has data from before it. */
export const MIGRATIONS: readonly Migration[] = [
  { id: "2026-11-enable-suspended", page: enableSuspended },
  { id: "2026-11-subscription-counts", page: subscriptionCounts },
  { id: "2026-11-growth-of-payments", page: growthOfPayments },
  { id: "2026-11-growth-of-users", page: growthOfUsers },
  { id: "2026-11-growth-of-affiliates", page: growthOfAffiliates },
  { id: "2026-11-affiliate-list", page: affiliateList },
  { id: "2026-11-words-of-users", page: userWords },
  { id: "2026-11-last-uses", page: lastUses },
  { id: "2026-11-addresses-of-keys", page: keyAddresses },
  { id: "2026-11-addresses-of-alerts", page: alertAddresses },
  { id: "2026-11-audit-of-keys", page: auditOfKeys },
  { id: "2026-11-deleted-affiliates", page: deletedAffiliates },
  { id: "new-rows", page: touchNewRows, isDaily: true },
];
