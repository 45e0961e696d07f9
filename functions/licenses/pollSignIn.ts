import { SECOND } from "#shared/instant.ts";
import { POLL_INTERVAL, pollSignIn } from "#shared/licenses/signIn.ts";
import { httpForDevices } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { hashSecret } from "../platform/random.ts";
import { takeSeat } from "./devices/take.ts";
import { poll } from "./signIn/rules.ts";
import { findSignIn, replacedSignIn } from "./signIn/table.ts";

/** A caller without the secret learns nothing: a wrong device code gets the same answer as an expired one. */
export const handler = httpForDevices(pollSignIn)(async ({ input, caller, now }) => {
  const [userCode = "", secret = ""] = input.deviceCode.split(".");
  const serverTime = now.toISOString();
  const polled = await retryOnConflict(async () => {
    const before = await findSignIn(userCode);
    if (before?.secretHash !== hashSecret(secret)) return undefined;
    const { status, after } = poll(before, now);
    if (after !== before) await transact([replacedSignIn(before, after)]);
    return { status, after };
  });
  if (polled === undefined)
    return { status: "expired" as const, interval: POLL_INTERVAL / SECOND, serverTime };
  const { status, after } = polled;
  const interval = after.interval / SECOND;
  const licenseKey = after.answer?.licenseKey ?? null;
  if (status !== "approved" || licenseKey === null) return { status, interval, serverTime };
  const leased = await takeSeat(licenseKey, after, caller, now, { isByCode: true });
  return { status, interval, serverTime, licenseKey, leased };
});
