import type { ActivityEntry } from "#shared/activity/activity.ts";
import { BRAND, DESCRIPTION } from "#shared/brand.ts";
import { REFUND_DAYS } from "#shared/catalog/catalog.ts";
import { type Dispute, type Evidence, eachField } from "#shared/disputes/operator.ts";
import type { Grant } from "#shared/grants/grant.ts";
import type { Instant } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import type { Purchase } from "#shared/payments/purchase.ts";

/** Our records about a customer, as evidence for a bank. */
export type Known = {
  /** Null for a deleted account. */
  email: string | null;
  createdAt: Instant | null;
  lastSignIn: { at: Instant; address: string | null; country: string | null } | null;
  purchases: readonly Purchase[];
  grants: readonly Grant[];
  licenses: readonly License[];
  videos: number;
  activity: readonly ActivityEntry[];
  mails: readonly { what: string; at: Instant }[];
};

const MAX_ACTIVITY = 50;
const time = (instant: Instant): string => `${instant.slice(0, 16).replace("T", " ")} UTC`;
const from = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(", ");

/** Evidence from our records, for the operator to edit. Unknown fields stay empty. */
export function compose(dispute: Dispute, known: Known): Evidence {
  const { grants, purchases } = known;
  const purchase = purchases.find(({ at }) => at <= dispute.created_at);
  const terms = purchase?.terms ?? null;
  const texts: Partial<Evidence> = {
    customer_email_address: known.email ?? "",
    customer_purchase_ip: purchase?.address ?? "",
    product_description: `${BRAND.name}: ${DESCRIPTION} Sold as a license key that is delivered by email and shown in the customer's account.`,
    service_date: grants.map(({ createdAt }) => createdAt.slice(0, 10)).sort()[0] ?? "",
    access_activity_log: activityLog(known, purchase),
    refund_policy_disclosure:
      terms === null
        ? ""
        : `The checkout page linked the terms beside its button, with the words "By continuing you accept our Terms". The customer continued with the terms of ${terms}. Their section "Refunds" promises a full refund within ${REFUND_DAYS} days of the first payment for a plan.`,
    cancellation_policy_disclosure:
      terms === null
        ? ""
        : 'The section "Canceling" of the same terms says that the customer can cancel at any time in their account.',
  };
  return eachField((field) => texts[field] ?? "");
}

function activityLog(known: Known, purchase: Purchase | undefined): string {
  const { lastSignIn, licenses, videos, activity, mails } = known;
  return [
    ...(known.createdAt === null ? [] : [`${time(known.createdAt)} account created for ${known.email}`]),
    ...(purchase
      ? [
          `${time(purchase.at)} started a checkout for ${purchase.product} from ${from(purchase.address ?? "an unknown address", purchase.country, purchase.device)}`,
        ]
      : []),
    ...mails.map(({ what, at }) => `${time(at)} ${what} sent by email`),
    ...licenses.flatMap(({ visits, device }) => [
      ...visits.map(({ at }) => `${time(at)} license activated on a computer`),
      ...(device ? [`License in use on the computer "${device.computerName}"`] : []),
    ]),
    ...(lastSignIn
      ? [`${time(lastSignIn.at)} last sign-in from ${from(lastSignIn.address, lastSignIn.country)}`]
      : []),
    `${videos} videos made with the application`,
    ...activity
      .slice(0, MAX_ACTIVITY)
      .map(
        ({ created_at, activity_type, status }) =>
          `${time(created_at)} ${activity_type.replaceAll("_", " ")}: ${status}`,
      ),
  ].join("\n");
}
