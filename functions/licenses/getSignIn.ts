import { getSignIn } from "#shared/licenses/signIn.ts";
import { http } from "../platform/http.ts";
import { findTyped } from "./signIn/find.ts";
import { requireOpen, toRequest } from "./signIn/rules.ts";
import { listLicenses } from "./table.ts";

export const handler = http(getSignIn)(async ({ input, caller, now }) => {
  const signIn = requireOpen(await findTyped(input.code, caller.userId, now), now);
  const { licenses } = await listLicenses(caller.userId, undefined);
  return { request: toRequest(signIn, licenses, now) };
});
