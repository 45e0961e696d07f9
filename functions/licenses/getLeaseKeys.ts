import { getLeaseKeys } from "#shared/licenses/public.ts";
import { http } from "../http/index.ts";
import { env } from "../platform/env.ts";
import { leaseKeyChain, publicLeaseKeys } from "../platform/leases.ts";

export const handler = http(getLeaseKeys)(async () => ({
  issuer: env("LICENSE_ISSUER"),
  keys: publicLeaseKeys(),
  chain: leaseKeyChain(),
}));
