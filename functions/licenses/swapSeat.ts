import { swapSeat } from "#shared/licenses/customer.ts";
import { SWAP_DONE_MESSAGE } from "#shared/licenses/swap.ts";
import { httpWithRows } from "../http/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { swapDevice } from "./devices/rules.ts";
import { toSeat } from "./rules.ts";
import { swapSignals } from "./signalRules.ts";
import { getOwnedLicense, licenseKeys, ownedLicenseIn, replaceLicense } from "./table.ts";

export const handler = httpWithRows(swapSeat, ({ licenseKey }) => licenseKeys(licenseKey))(
  async ({ input, caller, now, rows }) => {
    const license = await retryOnConflict(async (isFirst) => {
      const before = isFirst
        ? ownedLicenseIn(rows, caller.userId)
        : await getOwnedLicense(input.licenseKey, caller.userId);
      const after = swapDevice(before, now);
      if (after !== before) await replaceLicense(before, after);
      return after;
    });
    await enqueue(env("SECURITY_QUEUE_URL"), swapSignals(license, now));
    return { ok: true as const, seat: toSeat(license, now), message: SWAP_DONE_MESSAGE };
  },
);
