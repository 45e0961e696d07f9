import { getAccount } from "#shared/accounts/customer.ts";
import { http } from "../platform/http.ts";
import { toAccount } from "./rules.ts";

export const handler = http(getAccount)(async ({ caller }) => ({ account: toAccount(caller.user) }));
