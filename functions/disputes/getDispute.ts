import { eachField, getDispute } from "#shared/disputes/operator.ts";
import { countVideos, listActivity, toEntry } from "../activity/index.ts";
import { listGrants } from "../grants/index.ts";
import { http } from "../http/index.ts";
import { listLicenses } from "../licenses/index.ts";
import { sentAt } from "../mail/index.ts";
import { listPurchases } from "../payments/index.ts";
import { findUser } from "../users/index.ts";
import { retrieveDispute } from "./atStripe.ts";
import { compose, type Known } from "./compose.ts";
import { savedEvidence, toDispute } from "./facts.ts";

/** Shows the saved evidence, or else evidence from our current records. */
export const handler = http(getDispute)(async ({ input, now }) => {
  const found = await retrieveDispute(input.disputeId);
  const dispute = toDispute(found, now);
  const known = dispute.user_id === null ? undefined : await knownOf(dispute.user_id);
  const composed = known ? compose(dispute, known) : eachField(() => "");
  return {
    dispute,
    customer_email: known?.email ?? null,
    evidence: savedEvidence(found) ?? composed,
  };
});

/** For a deleted account, uses the records that are kept for disputes. */
async function knownOf(userId: string): Promise<Known> {
  const [user, purchases, grants, { licenses }, videos, { activities }] = await Promise.all([
    findUser(userId),
    listPurchases(userId),
    listGrants(userId),
    listLicenses(userId, undefined),
    countVideos(userId),
    listActivity(userId, undefined),
  ]);
  const {
    lastSignInAt: at = null,
    lastSignInAddress: address = null,
    lastSignInCountry: country = null,
  } = user ?? {};
  const mails: Known["mails"][number][] = [];
  for (const { id } of grants) {
    const sent = await sentAt(`license-key:${id}`);
    if (sent !== undefined) mails.push({ what: "license key", at: sent });
  }
  return {
    email: user?.email ?? null,
    createdAt: user?.createdAt ?? null,
    lastSignIn: at === null ? null : { at, address, country },
    purchases,
    grants,
    licenses,
    videos,
    activity: activities.map(toEntry),
    mails,
  };
}
