import { listConversions } from "#shared/affiliates/customer.ts";
import { http } from "../http/index.ts";
import { toConversionRow } from "./feed/reasonRules.ts";
import { listCommissions } from "./ledger/commissionsTable.ts";

export const handler = http(listConversions)(async ({ input, caller }) => {
  const { commissions, next } = await listCommissions(caller.userId, input.cursor);
  return { conversions: commissions.map(toConversionRow), next };
});
