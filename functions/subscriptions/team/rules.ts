import { isDeepStrictEqual } from "node:util";
import { isSameAddress, isSameReader, maskEmail } from "#shared/accounts/email.ts";
import { AppError } from "#shared/errors.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { teamGrantId } from "#shared/grants/grant.ts";
import { throughDay } from "#shared/instant.ts";
import type { RunningLease } from "#shared/licenses/lease.ts";
import { type Entitlement, type Suspension, standing } from "#shared/licenses/standing.ts";
import { isOngoing, seatsOf } from "#shared/subscriptions/subscription.ts";
import {
  INVITATION_LASTS,
  type TeamMember,
  type TeamMemberView,
  type TeamView,
} from "#shared/subscriptions/team.ts";
import { newGrant, revised } from "../../grants/index.ts";

/** A customer's team: the other people whose seats the customer pays for. */
export type Team = {
  ownerId: string;
  members: TeamMember[];
  /** The running leases of seats that lost their member, one list per seat. */
  vacated: RunningLease[][];
  version: number;
};

/**
 * The grant of the subscription that a team depends on: a valid grant, or else one with an ongoing subscription, or
 * else the latest. An older grant may be the valid one: a refund ended it, then failed and so revived it.
 */
export function grantOfTeam(grants: readonly Grant[], now: Date): Grant | undefined {
  const paid = grants.filter(({ subscription }) => subscription !== null);
  const [best] = paid.toSorted(
    (a, b) =>
      Number(gives(b, now)) - Number(gives(a, now)) ||
      Number(runs(b)) - Number(runs(a)) ||
      b.createdAt.localeCompare(a.createdAt),
  );
  return best;
}

const gives = ({ entitlement }: Grant, now: Date): boolean => standing(entitlement, now).code === "VALID";

/** Whether a new member gets a key. During a payment problem the new key is blocked like the others. */
export const takesMembers = (grant: Grant, now: Date): boolean => runs(grant) || gives(grant, now);

const runs = ({ subscription }: Grant): boolean =>
  subscription !== null && isOngoing(subscription.subscription_status);

export const memberSeats = (grant: Grant | undefined): number =>
  grant?.subscription ? seatsOf(grant.subscription) - 1 : 0;

/**
 * A member's entitlement, which follows the subscription. If the owner's key is off or their account is suspended,
 * nothing is collected, so the members' keys are suspended too. An operator's changes to the member stay.
 */
export function memberEntitlement(owner: Grant | undefined, before: Grant): Entitlement {
  const { active, suspensions } = before.entitlement;
  const own = suspensions.filter((reason) => reason === "account");
  const isRemoved = before.team?.removedAt !== undefined;
  if (owner === undefined || isRemoved)
    return { ...before.entitlement, ended: true, pastDueSince: null, suspensions: own, revocations: [] };
  const { entitlement } = owner;
  const isHeld = entitlement.suspensions.includes("account") || !entitlement.active;
  const taken: Suspension[] = [
    ...entitlement.suspensions.filter((reason) => reason !== "account"),
    ...(isHeld ? ["owner" as const] : []),
    ...own,
  ];
  return { ...entitlement, active, suspensions: taken.sort() };
}

/** Returns the same object if nothing changes. */
export function followOwner(before: Grant, owner: Grant | undefined, now: Date): Grant {
  const entitlement = memberEntitlement(owner, before);
  return isDeepStrictEqual(entitlement, before.entitlement)
    ? before
    : revised(before, { ...before, entitlement }, now);
}

/** The grant of a member who lost the seat. Its change triggers a mail to the member. */
export function removedGrant(before: Grant, now: Date): Grant {
  if (before.team === undefined || before.team.removedAt !== undefined) return before;
  return leftGrant({ ...before, team: { ...before.team, removedAt: now.toISOString() } }, now);
}

export const leftGrant = (before: Grant, now: Date): Grant => ({
  ...before,
  entitlement: memberEntitlement(undefined, before),
  version: before.version + 1,
  updatedAt: now.toISOString(),
});

export function memberGrant(
  { id }: Pick<TeamMember, "id">,
  userId: string,
  owner: Grant,
  licenseKey: string,
  now: Date,
): Grant {
  const team = { ownerId: owner.userId };
  const grant = newGrant({ userId, id: teamGrantId(id), source: "team", licenseKey, team }, "pro", now);
  return { ...grant, entitlement: memberEntitlement(owner, grant) };
}

/** Drops expired invitations, then whatever exceeds the paid seats: invitations first, then the latest members. */
export function trimmed(team: Team, seats: number, now: Date): { kept: TeamMember[]; surplus: TeamMember[] } {
  const isOpen = (member: TeamMember) => member.userId !== null || !isOver(member, now);
  const kept = team.members
    .filter(isOpen)
    .toSorted(
      (a, b) =>
        Number(b.userId !== null) - Number(a.userId !== null) || a.invitedAt.localeCompare(b.invitedAt),
    )
    .slice(0, seats);
  return { kept, surplus: team.members.filter((member) => !kept.includes(member)) };
}

type Invitation = { id: string; email: string; tokenHash: string; now: Date };
type Owner = { email: string; emailConfirmed: boolean };

/**
 * Adds an invitation, or replaces the link of an earlier invitation to the same address.
 * @throws CONFLICT, VALIDATION_ERROR
 */
export function invited(team: Team, grant: Grant | undefined, owner: Owner, asked: Invitation): TeamMember[] {
  const { email, now } = asked;
  if (!owner.emailConfirmed)
    throw new AppError("CONFLICT", "Confirm your email address before you invite anyone.");
  requirePaid(grant);
  if (isSameReader(email, owner.email)) throw wrongEmail("Your own key is under Seats. Invite someone else.");
  if (team.members.some((member) => member.userId !== null && isSameReader(member.email, email)))
    throw wrongEmail("This person already has a seat in your team.");
  const known = team.members.find((member) => isSameAddress(member.email, email));
  if (!known && team.members.length >= memberSeats(grant))
    throw new AppError("CONFLICT", "Every seat is taken. Add a seat or remove a member first.");
  const link = {
    tokenHash: asked.tokenHash,
    invitedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + INVITATION_LASTS).toISOString(),
  };
  return known
    ? team.members.map((member) => (member === known ? { ...member, email, ...link } : member))
    : [...team.members, { id: asked.id, email, userId: null, ...link }];
}

const wrongEmail = (message: string) => new AppError("VALIDATION_ERROR", message, { field: "email" });

function requirePaid(grant: Grant | undefined): void {
  const stands = grant && grant.entitlement.suspensions.length === 0 && grant.entitlement.active;
  if (!stands || grant.subscription?.subscription_status !== "active")
    throw new AppError("CONFLICT", "Your subscription is not active, so you cannot invite anyone.");
}

/** @throws NOT_FOUND if the invitation is over; CONFLICT for another person, or an unconfirmed address */
export function openInvitation(
  team: Team | undefined,
  link: { memberId: string; tokenHash: string },
  caller: { userId: string; email: string; emailConfirmed: boolean },
  now: Date,
): TeamMember {
  const member = team?.members.find(({ id }) => id === link.memberId);
  if (member?.tokenHash !== link.tokenHash) throw invitationOver();
  if (member.userId !== null && member.userId !== caller.userId) throw invitationOver();
  if (member.userId === null && isOver(member, now)) throw invitationOver();
  if (!isSameReader(member.email, caller.email))
    throw new AppError(
      "CONFLICT",
      `This invitation is for ${maskEmail(member.email)}. Sign in with that address to accept it.`,
    );
  if (!caller.emailConfirmed)
    throw new AppError("CONFLICT", "Confirm your email address first. Then you can accept this invitation.");
  return member;
}

const invitationOver = () =>
  new AppError(
    "NOT_FOUND",
    "This invitation is no longer valid. Ask the person who invited you for a new one.",
  );

export const teamView = ({ members }: Pick<Team, "members">, seats: number, now: Date): TeamView => ({
  seats,
  members: members.map((member) => memberView(member, now)),
});

/** The mail names a day, so an invitation is valid until that day ends in every time zone. */
const isOver = ({ expiresAt }: TeamMember, now: Date): boolean =>
  Date.parse(throughDay(expiresAt)) <= now.getTime();

function memberView(member: TeamMember, now: Date): TeamMemberView {
  const { id, email, invitedAt, expiresAt, userId } = member;
  return {
    id,
    email,
    state: userId !== null ? "accepted" : isOver(member, now) ? "expired" : "invited",
    invited_at: invitedAt,
    expires_at: userId !== null ? null : throughDay(expiresAt),
  };
}
