import { listSeats } from "#shared/licenses/customer.ts";
import { LOST_WITHIN } from "#shared/licenses/taken.ts";
import { http } from "../http/index.ts";
import { toSeat } from "./rules.ts";
import { listLicenses } from "./table.ts";

export const handler = http(listSeats)(async ({ input, caller, now }) => {
  const { resetAt } = caller.user;
  const isAsked = resetAt !== null && now.getTime() - Date.parse(resetAt) < LOST_WITHIN;
  const reset_at = isAsked ? resetAt : null;
  const { licenses, next } = await listLicenses(caller.userId, input.cursor);
  return { seats: licenses.map((license) => toSeat(license, now, caller.address)), next, reset_at };
});
