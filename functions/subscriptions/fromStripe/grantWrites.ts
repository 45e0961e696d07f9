import {
  FREE_GRANT_ID,
  type Grant,
  lifetimeGrantId,
  subscriptionGrantId,
  type Trouble,
} from "#shared/grants/grant.ts";
import {
  applyPayment,
  createGrant,
  grantSubscription,
  keyIsOf,
  keyToRevive,
  lifetimeGrant,
  type Rights,
  refuseGrant,
  replaceGrant,
  revised,
  whileSuspended,
} from "../../grants/index.ts";
import { createLicense, endTrial, entitle, licenseOf } from "../../licenses/index.ts";
import {
  type OwnPayment,
  type OwnSubscription,
  type SeenSubscription,
  stepFor,
} from "../../payments/index.ts";
import { newId, newLicenseKey } from "../../platform/random.ts";
import { type Reading, Told } from "../../platform/reading.ts";

/** `writes` is empty if nothing changes. */
export type Decision = { grant: Grant; isNew: boolean; writes: Told[] };

/**
 * Whether the stored grant differs from what Stripe shows, or Stripe collects differently from what the grant requires.
 */
export function differs(seen: SeenSubscription, { grants }: Rights, now: Date): boolean {
  const { before, after } = subscriptionGrant(seen, grants, now);
  if (after === undefined) return stepFor(seen, undefined, grants).kind !== "none";
  const isOther = before === undefined || revised(before, after, now) !== before;
  return isOther || stepFor(seen, after, grants).kind !== "none";
}

/**
 * Decides the grant and key of a subscription from what Stripe shows.
 * @param rights just read
 * @returns undefined for a subscription that gives no right and never gave one
 */
export function decideSubscription(
  own: OwnSubscription,
  rights: Rights,
  now: Date,
  payment?: Trouble,
): Decision | undefined {
  const { before, after: granted, keyIsRevived } = subscriptionGrant(own, rights.grants, now);
  if (!granted) return undefined;
  const after = payment ? applyPayment(granted, payment) : granted;
  return decide(own.reading, before, after, rights, keyIsRevived, now);
}

function subscriptionGrant({ userId, facts }: SeenSubscription, grants: Grant[], now: Date) {
  const before = grants.find(({ id }) => id === subscriptionGrantId(facts.subscription_id));
  const revived = before ? undefined : keyToRevive(grants);
  const { licenseKey, id: revives } = revived ?? { licenseKey: newLicenseKey(), id: null };
  const after = grantSubscription(userId, before, facts, { licenseKey, revives }, now);
  return { before, after, keyIsRevived: revived !== undefined };
}

/** Decides the grant and key of a paid lifetime license. @param taken the grant whose key a new license takes over */
export function decideLifetime(
  { reading, userId, trouble, paidAt }: Pick<OwnPayment, "reading" | "userId" | "trouble" | "paidAt">,
  rights: Rights,
  now: Date,
  taken?: Grant,
): Decision {
  const before = rights.grants.find(({ id }) => id === lifetimeGrantId(trouble.paymentIntentId));
  const key = { licenseKey: taken?.licenseKey ?? newLicenseKey(), revives: taken?.id ?? null };
  const granted = before ?? lifetimeGrant(userId, trouble.paymentIntentId, key, now, paidAt);
  return decide(reading, before, applyPayment(granted, trouble), rights, taken !== undefined, now);
}

function decide(
  reading: Reading,
  before: Grant | undefined,
  after: Grant,
  { grants, isSuspended }: Rights,
  keyIsRevived: boolean,
  now: Date,
): Decision {
  const key = (grant: Grant) =>
    entitle(grant.licenseKey, { grantId: grant.id, source: grant.source, entitlement: grant.entitlement });
  if (!before) {
    const created = isSuspended ? suspendedWithTheAccount(after) : after;
    const license = keyIsRevived ? key(created) : createLicense(licenseOf(created, newId(), now));
    const asRead = whileSuspended(created.userId, isSuspended);
    const trials = grants.filter(({ hasTrial }) => hasTrial);
    // Fails if a free key is created at the same time: it may have a trial, which this grant would have to end.
    const hasFree = grants.some(({ id }) => id === FREE_GRANT_ID);
    const writes = [
      createGrant(created),
      license,
      asRead,
      ...(hasFree ? [] : [refuseGrant(created.userId, FREE_GRANT_ID)]),
      ...trials.map(({ licenseKey }) => endTrial(licenseKey, now)),
    ];
    return { grant: created, isNew: true, writes: writes.map((write) => new Told(reading, write)) };
  }
  const grant = revised(before, after, now);
  if (grant === before) return { grant, isNew: false, writes: [] };
  const writes = [replaceGrant(before, grant), ...(keyIsOf(grant, grants) ? [key(grant)] : [])];
  return { grant, isNew: false, writes: writes.map((write) => new Told(reading, write)) };
}

/** A payment after the account's suspension gives nothing until the suspension is lifted. */
function suspendedWithTheAccount(created: Grant): Grant {
  const suspensions = [...created.entitlement.suspensions, "account" as const].sort();
  return { ...created, entitlement: { ...created.entitlement, suspensions } };
}
