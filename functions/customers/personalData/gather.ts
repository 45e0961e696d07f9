import { ACTIVITY_A_PART, type PersonalData } from "#shared/customers/personalData.ts";
import type { License } from "#shared/licenses/license.ts";
import { readSessions } from "../../accounts/index.ts";
import { listActivity, toEntry } from "../../activity/index.ts";
import { listNotes } from "../../audit/index.ts";
import { listGrants } from "../../grants/index.ts";
import { listLicenses, toSeat } from "../../licenses/index.ts";
import { hashOfAddress, listMailsOf, readMailsTo } from "../../mail/index.ts";
import { listPurchases } from "../../payments/index.ts";
import { findEntry } from "../../promotions/index.ts";
import { getAffiliate } from "../../referrals/index.ts";
import { listWithdrawalsOf } from "../../refunds/index.ts";
import { listAlertsOf, listSightings } from "../../security/index.ts";
import { readTeam, teamView } from "../../subscriptions/index.ts";
import type { User } from "../../users/index.ts";
import { paymentsOf } from "./payments.ts";

/** The contract's schema drops what the user may not see. */
export async function gatherPersonalData(
  user: User,
  cursor: string | undefined,
  now: Date,
): Promise<PersonalData> {
  const { userId } = user;
  const [
    grants,
    licenses,
    sightings,
    alerts,
    sessions,
    mails,
    payments,
    purchases,
    affiliate,
    waiting,
    page,
    team,
    invitations,
    withdrawals,
    notes,
  ] = await Promise.all([
    listGrants(userId),
    allLicenses(userId),
    listSightings(userId, now.toISOString()),
    listAlertsOf(userId),
    readSessions(userId),
    listMailsOf(userId),
    user.stripeCustomerId === null ? [] : paymentsOf(user.stripeCustomerId),
    listPurchases(userId),
    getAffiliate(userId),
    findEntry(userId),
    listActivity(userId, cursor, ACTIVITY_A_PART),
    readTeam(userId),
    hashOfAddress(user.email).then(readMailsTo),
    listWithdrawalsOf(userId),
    listNotes(userId),
  ]);
  return {
    exportedAt: now.toISOString(),
    account: { ...user, id: userId, pendingEmail: user.pendingEmail?.email ?? null },
    grants,
    seats: licenses.map((license) => toSeat(license, now)),
    fingerprints: licenses.flatMap(({ licenseKey, device, visits }) => [
      ...(device && visits.length === 0 ? [{ ...device, licenseKey, at: device.activatedAt }] : []),
      ...visits.map((visit) => ({ licenseKey, ...visit })),
    ]),
    invitations: { ...invitations, mailedAt: invitations.sent.map(({ at }) => at) },
    notes,
    ...(team.members.length > 0 && { team: teamView(team, 0, now).members }),
    sightings,
    purchases,
    alerts,
    sessions,
    mails,
    payments,
    withdrawals,
    affiliate: affiliate ?? null,
    ...(waiting === undefined ? {} : { waitingList: waiting }),
    activity: page.activities.map(toEntry),
    next: page.next,
  };
}

async function allLicenses(userId: string): Promise<License[]> {
  const all: License[] = [];
  let cursor: string | undefined;
  do {
    const { licenses, next } = await listLicenses(userId, cursor);
    all.push(...licenses);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return all;
}
