import { changeName } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { setName } from "../users/index.ts";
import { toAccount } from "./rules.ts";

export const handler = http(changeName)(async ({ input, caller, now }) => {
  const name = input.name === "" ? null : input.name;
  if (name === caller.user.name) return { account: toAccount(caller.user, now) };
  await setName(caller.userId, name, now);
  return { account: toAccount({ ...caller.user, name }, now) };
});
