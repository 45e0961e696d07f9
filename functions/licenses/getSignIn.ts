import { maskKey } from "#shared/licenses/masked.ts";
import { getSignIn } from "#shared/licenses/signIn.ts";
import { http } from "../http/index.ts";
import { keyIdOf } from "../platform/keyId.ts";
import { findTyped } from "./signIn/find.ts";
import { requireOpen, toRequest } from "./signIn/rules.ts";
import { listLicenses } from "./table.ts";

export const handler = http(getSignIn)(async ({ input, caller, now }) => {
  const signIn = requireOpen(await findTyped(input.code, caller.userId, now), now);
  const { licenses } = await listLicenses(caller.userId, undefined);
  const { choices, ...request } = toRequest(signIn, licenses, now);
  return {
    request: {
      ...request,
      is_same_network: caller.address !== null && caller.address === signIn.address,
      choices: choices.map(({ licenseKey, ...choice }) => ({
        ...choice,
        keyId: keyIdOf(licenseKey),
        key: maskKey(licenseKey),
      })),
    },
  };
});
