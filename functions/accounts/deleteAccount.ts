import { deleteAccount } from "#shared/accounts/customer.ts";
import type { Erasure } from "#shared/accounts/personalData.ts";
import { env } from "../platform/env.ts";
import { http } from "../platform/http.ts";
import { enqueue } from "../platform/queue.ts";
import { requireFreshSignIn, requireTypedAddress } from "./rules.ts";

/** The queue sees to it that what was begun is ended, whatever fails on the way. */
export const handler = http(deleteAccount)(async ({ input, caller, now }) => {
  requireTypedAddress(input.email, caller.user);
  requireFreshSignIn(caller.signedInAt, now);
  const erasure: Erasure = { userId: caller.userId, requestedAt: now.toISOString() };
  await enqueue(env("ERASURES_QUEUE_URL"), [erasure]);
  return { ok: true as const };
});
