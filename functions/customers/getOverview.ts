import { getOverview } from "#shared/customers/overview.ts";
import { noteHour, toAccount } from "../accounts/index.ts";
import { countVideos, listActivity, toEntry } from "../activity/index.ts";
import { soldPlans } from "../catalog/index.ts";
import { http } from "../http/index.ts";
import { listLicenses, toSeat } from "../licenses/index.ts";
import { log } from "../platform/log.ts";
import { readLifetimeOffer, toPromotions } from "../promotions/index.ts";
import { readBilling } from "../subscriptions/index.ts";

/** Reads everything in parallel. Only the account and its billing are required; other parts may be missing. */
export const handler = http(getOverview)(async ({ caller, now }) => {
  const { userId, user, address } = caller;
  const unlessSuspended = async <T>(read: () => Promise<T>) => (user.suspended ? null : orNull(read));
  const [billing, offer, licenses, videoCount, activity] = await Promise.all([
    readBilling(userId, now),
    orNull(readLifetimeOffer),
    unlessSuspended(() => listLicenses(userId, undefined)),
    unlessSuspended(() => countVideos(userId)),
    unlessSuspended(() => listActivity(userId, undefined)),
    orNull(() => noteHour(caller, now)),
  ]);
  return {
    account: toAccount(user, now),
    billing,
    promotions: offer && { ...toPromotions(offer), ...soldPlans(billing.plan_price_ids ?? {}) },
    seats: licenses?.licenses.map((license) => toSeat(license, now, address)) ?? null,
    videoCount,
    activity: activity?.activities.map(toEntry) ?? null,
  };
});

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    log.error("overview.partFailed", error);
    return null;
  }
}
