import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { HOUR } from "../instant.ts";
import { PublicLeaseKey } from "./lease.ts";

/**
 * Returns the public keys for leases and answers as a JSON Web Key Set: the current and the previous signing key.
 * `chain` leads from older keys to these: each entry is a JWS of type `key+jwt` that contains the next key and is
 * signed by the key before it. A client that pins one key of the chain can verify every later key. `issuer` is the
 * `iss` of everything that these keys sign; a client pins it at build time.
 */
export const getLeaseKeys = endpoint({
  method: "GET",
  path: "/api/license/keys.json",
  audience: "public",
  cacheFor: HOUR,
  input: z.object({}),
  output: z.object({ issuer: z.string(), keys: z.array(PublicLeaseKey), chain: z.array(z.string()) }),
});
