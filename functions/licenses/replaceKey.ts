import { replaceKey } from "#shared/licenses/customer.ts";
import { http } from "../http/index.ts";
import { replaceKeyOf } from "./replacement/replace.ts";
import { requireReplacement } from "./replacement/rules.ts";
import { toSeat } from "./rules.ts";
import { requireKey, requireOwned } from "./table.ts";

export const handler = http(replaceKey)(async ({ input, caller, now }) => {
  const license = await replaceKeyOf({
    licenseKey: requireKey(input.licenseKey),
    by: "customer",
    now,
    mayReplace(found, isDone) {
      requireOwned(found, caller.userId);
      if (!isDone) requireReplacement(found, now);
    },
  });
  return { ok: true as const, seat: toSeat(license, now) };
});
