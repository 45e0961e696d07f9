import { getCustomer } from "#shared/customers/operator.ts";
import type { GrantView } from "#shared/customers/userRow.ts";
import { AppError } from "#shared/errors.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import { readSessions } from "../accounts/index.ts";
import { listActivity, toEntry } from "../activity/index.ts";
import { listAudit } from "../audit/index.ts";
import { listGrants } from "../grants/index.ts";
import { http } from "../http/index.ts";
import {
  earlierActivations,
  explainSeat,
  keyRow,
  listLicenses,
  readLicenses,
  shownTrial,
} from "../licenses/index.ts";
import { listMailsOf } from "../mail/index.ts";
import { listEventsOf, listPurchases } from "../payments/index.ts";
import { shownKey } from "../platform/keyId.ts";
import { isLivemode } from "../platform/stripe.ts";
import { findEntry } from "../promotions/index.ts";
import { alertRow, listAlertsOf } from "../security/index.ts";
import { grantOfTeam, memberSeats, readTeam, type Team, teamView } from "../subscriptions/index.ts";
import { findUser } from "../users/index.ts";
import { toGrantView } from "./grantRules.ts";
import { paymentsOf } from "./personalData/payments.ts";
import { userRow } from "./userRowRules.ts";

const SHOWN = 25;
const RANK = ["lifetime", "subscription", "team", "manual", "free"] as const;

/** Two round trips: our rows, then keys and Stripe. If Stripe fails, the page is shown without payments. */
export const handler = http(getCustomer)(async ({ input: { userId }, now }) => {
  const [user, grants, listed, activity, alerts, audit, purchases, events, mails, sessions, waiting] =
    await Promise.all([
      findUser(userId),
      listGrants(userId),
      listLicenses(userId, undefined),
      listActivity(userId, undefined),
      listAlertsOf(userId),
      listAudit({ userId, limit: SHOWN }),
      listPurchases(userId),
      listEventsOf(userId),
      listMailsOf(userId),
      readSessions(userId),
      findEntry(userId),
    ]);
  if (!user) throw new AppError("NOT_FOUND", "There is no such user.");
  const paid = grantOfTeam(grants, now);
  const [keys, payments, livemode, team] = await Promise.all([
    readLicenses(
      userId,
      [...listed.licenses, ...grants].map(({ licenseKey }) => licenseKey),
    ),
    user.stripeCustomerId === null ? [] : paymentsOf(user.stripeCustomerId),
    isLivemode(),
    memberSeats(paid) > 0 ? readTeam(userId) : null,
  ]);
  return {
    account: {
      ...userRow(user, grants, now),
      email_confirmed: user.emailConfirmed,
      agreement: user.agreement,
      mail_stop: user.mailStop,
      stripe_customer_id: user.stripeCustomerId,
    },
    grants: grants.map((grant) => toGrantView(grant, now)).sort(byWorth),
    ...(team && { team: withAccounts(team, memberSeats(paid) + 1, now) }),
    keys: keys.map((license) => ({
      ...shownKey(keyRow(license, user.email, now)),
      explanation: explainSeat(license, now),
      activated_at: license.device?.activatedAt ?? null,
      left_computers: earlierActivations(license),
      ...shownTrial(license, now),
      ...(license.earlierKeys.length > 0 && {
        earlier: license.earlierKeys.map(({ licenseKey, replacedAt }) => ({
          licenseKey: maskKey(licenseKey),
          replaced_at: replacedAt,
        })),
      }),
    })),
    payments,
    purchases,
    events,
    livemode,
    mails,
    sessions,
    ...(waiting === undefined ? {} : { waiting }),
    activity: activity.activities.map(toEntry),
    alerts: alerts.reverse().map((alert) => alertRow(alert, user.email)),
    audit: audit.entries,
    asOf: now.toISOString(),
  };
});

function withAccounts(team: Team, seats: number, now: Date) {
  const accounts = new Map(team.members.map(({ id, userId }) => [id, userId]));
  const { members } = teamView(team, seats, now);
  return { seats, members: members.map((one) => ({ ...one, user_id: accounts.get(one.id) ?? null })) };
}

function byWorth(a: GrantView, b: GrantView): number {
  const live = (grant: GrantView) => (grant.code === "VALID" ? 0 : 1);
  return live(a) - live(b) || RANK.indexOf(a.source) - RANK.indexOf(b.source);
}
