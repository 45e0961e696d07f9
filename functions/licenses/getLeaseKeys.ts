import { getLeaseKeys } from "#shared/licenses/public.ts";
import { env } from "../platform/env.ts";
import { http } from "../platform/http.ts";
import { leaseKeyChain, publicLeaseKeys } from "../platform/leases.ts";

export const handler = http(getLeaseKeys)(async () => ({
  issuer: env("LICENSE_ISSUER"),
  keys: publicLeaseKeys(),
  chain: leaseKeyChain(),
}));
