import * as z from "zod/mini";
import { Account } from "../accounts/customer.ts";
import { endpoint } from "../endpoint.ts";

/**
 * Starts a session and returns the account. Call it once after each sign-in, before any other call: it records the time
 * and the place. RATE_LIMITED if the network signs in or signs up too often.
 */
export const startSession = endpoint({
  method: "POST",
  path: "/api/session",
  audience: "customer",
  whileSuspended: true,
  beforeSession: true,
  errors: ["CONFLICT", "RATE_LIMITED"],
  input: z.object({}),
  output: z.object({ account: Account }),
});
