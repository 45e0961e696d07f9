import { deleteAccount } from "#shared/accounts/customer.ts";
import { FRESH_FOR_DELETION } from "#shared/accounts/freshSignIn.ts";
import type { Erasure } from "#shared/accounts/personalData.ts";
import { env } from "../platform/env.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { enqueue } from "../platform/queue.ts";
import { requireTypedAddress } from "./rules.ts";

/** The queue sees to it that what was begun is ended, whatever fails on the way. */
export const handler = http(deleteAccount)(async ({ input, caller, now }) => {
  requireTypedAddress(input.email, caller.user);
  requireFreshSignIn(caller, FRESH_FOR_DELETION, now);
  const erasure: Erasure = { userId: caller.userId, requestedAt: now.toISOString() };
  await enqueue(env("ERASURES_QUEUE_URL"), [erasure]);
  return { ok: true as const };
});
