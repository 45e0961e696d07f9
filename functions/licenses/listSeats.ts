import { listSeats } from "#shared/licenses/customer.ts";
import { http } from "../platform/http.ts";
import { toSeat } from "./rules.ts";
import { listLicenses } from "./table.ts";

export const handler = http(listSeats)(async ({ input, caller, now }) => {
  const { licenses, next } = await listLicenses(caller.userId, input.cursor);
  return { seats: licenses.map((license) => toSeat(license, now, caller.address)), next };
});
