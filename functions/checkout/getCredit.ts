import { getCredit } from "#shared/checkout/credit.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import { http } from "../http/index.ts";
import { findCredit } from "./credit/find.ts";

export const handler = http(getCredit)(async ({ caller, now }) => {
  const found = await findCredit(caller.userId, toEpochSeconds(now.toISOString()));
  return { credit: found && { cents: found.cents, currency: found.currency, at: found.at } };
});
