import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { DAY, Instant } from "../instant.ts";

/** An invitation is valid for this long. The buyer can send it again. */
export const INVITATION_LASTS = 14 * DAY;

/** A team's seat, except the buyer's: who was invited, and who has the seat. */
export const TeamMember = z.object({
  /** The seat's id. The member's grant is named after it. */
  id: z.string(),
  /** As the buyer typed it. */
  email: z.string(),
  invitedAt: Instant,
  expiresAt: Instant,
  /** Hash of the link's secret. Kept after acceptance, so that repeating the call finds its result. */
  tokenHash: z.string(),
  /** The account that accepted; null until then. */
  userId: z.nullable(z.string()),
});

export type TeamMember = z.output<typeof TeamMember>;

export const TeamMemberView = z.object({
  id: z.string(),
  email: z.string(),
  state: z.enum(["invited", "expired", "accepted"]),
  invited_at: Instant,
  /** When the invitation expires; null once it is accepted. */
  expires_at: z.nullable(Instant),
});

export type TeamMemberView = z.output<typeof TeamMemberView>;

export const TeamView = z.object({
  /** Paid seats, including the buyer's own. */
  seats: z.int(),
  members: z.array(TeamMemberView),
});

export type TeamView = z.output<typeof TeamView>;

const MemberId = z.string("member is required").check(z.regex(/^[\w-]{1,64}$/, "member is not valid"));

/**
 * Invites someone to a free seat of the caller's team. The link works for 14 days. Inviting an address again makes a
 * new link and disables the old one. `mailed` is false if we may not mail the link now: the caller must pass it on.
 * CONFLICT if no paid seat is free, or the caller's address is not proven.
 */
export const inviteMember = endpoint({
  method: "POST",
  path: "/api/team/invite",
  audience: "customer",
  errors: ["CONFLICT", "RATE_LIMITED"],
  input: z.object({
    email: z
      .string("Enter an email address")
      .check(z.trim(), z.maxLength(254), z.email("Enter a valid email address")),
  }),
  output: z.object({ team: TeamView, link: z.string(), mailed: z.boolean() }),
});

/** Removes a member or an invitation: the seat becomes free, and the member's key stops working. */
export const removeMember = endpoint({
  method: "POST",
  path: "/api/team/remove",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ member: MemberId }),
  output: z.object({ team: TeamView }),
});

/**
 * Accepts an invitation and gives the caller their own key. NOT_FOUND if the link has expired or the team has ended.
 * CONFLICT if the link is for another address, or the caller's address is not proven.
 */
export const joinTeam = endpoint({
  method: "POST",
  path: "/api/team/join",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({
    token: z.string("token is required").check(z.maxLength(300), z.regex(/^[\w.-]+$/, "token is not valid")),
  }),
  output: z.object({ ok: z.literal(true) }),
});
