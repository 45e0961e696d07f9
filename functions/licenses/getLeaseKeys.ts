import { getLeaseKeys } from "#shared/licenses/public.ts";
import { http } from "../platform/http.ts";
import { leaseKeyChain, publicLeaseKeys } from "../platform/leases.ts";

export const handler = http(getLeaseKeys)(async () => ({
  keys: await publicLeaseKeys(),
  chain: await leaseKeyChain(),
}));
