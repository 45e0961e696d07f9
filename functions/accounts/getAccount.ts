import { getAccount } from "#shared/accounts/customer.ts";
import { http } from "../http/index.ts";
import { toAccount } from "./rules.ts";
import { noteHour } from "./sessions/noteHour.ts";

export const handler = http(getAccount)(async ({ caller, now }) => {
  await noteHour(caller, now);
  return { account: toAccount(caller.user, now) };
});
