import { nameSeat } from "#shared/licenses/customer.ts";
import { http } from "../http/index.ts";
import { toSeat } from "./rules.ts";
import { nameOwnedLicense } from "./table.ts";

export const handler = http(nameSeat)(async ({ input, caller, now }) => {
  const license = await nameOwnedLicense(input.licenseKey, caller.userId, input.name);
  return { ok: true as const, seat: toSeat(license, now) };
});
