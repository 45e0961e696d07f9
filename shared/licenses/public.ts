import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { HOUR } from "../instant.ts";
import { PublicLeaseKey } from "./lease.ts";

/**
 * What leases are checked with, as a JSON Web Key Set: the key that signs now and the one before it. Whoever
 * meets a `kid` that is not in a kept copy asks again.
 */
export const getLeaseKeys = endpoint({
  method: "GET",
  path: "/api/license/keys.json",
  audience: "public",
  cacheFor: HOUR,
  input: z.object({}),
  output: z.object({ keys: z.array(PublicLeaseKey) }),
});
