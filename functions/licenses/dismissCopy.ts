import { dismissCopy } from "#shared/licenses/customer.ts";
import { http } from "../http/index.ts";
import { toSeat } from "./rules.ts";
import { dismissCopyOf } from "./table.ts";

export const handler = http(dismissCopy)(async ({ input, caller, now }) => {
  const license = await dismissCopyOf(input.licenseKey, caller.userId);
  return { ok: true as const, seat: toSeat(license, now) };
});
