import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { DAY, Instant } from "../instant.ts";

/** For so long an invitation can be accepted. It can be sent again. */
export const INVITATION_LASTS = 14 * DAY;

/** One seat of a team beside the buyer's own: who was invited to it, and who has it. */
export const TeamMember = z.object({
  /** Of the seat; the member's grant is named by it. */
  id: z.string(),
  /** As the buyer typed it. */
  email: z.string(),
  invitedAt: Instant,
  expiresAt: Instant,
  /** Of the link's secret. Stays after it was accepted, so that a repeated call finds what it did. */
  tokenHash: z.string(),
  /** Who accepted it; null until then. */
  userId: z.nullable(z.string()),
});

export type TeamMember = z.output<typeof TeamMember>;

/** A member as the buyer and operators see them. */
export const TeamMemberView = z.object({
  id: z.string(),
  email: z.string(),
  state: z.enum(["invited", "expired", "accepted"]),
  invited_at: Instant,
  /** When the invitation ends; null once it was accepted. */
  expires_at: z.nullable(Instant),
});

export type TeamMemberView = z.output<typeof TeamMemberView>;

export const TeamView = z.object({
  /** What is paid for, the buyer's own seat included. */
  seats: z.int(),
  members: z.array(TeamMemberView),
});

export type TeamView = z.output<typeof TeamView>;

const MemberId = z.string("member is required").check(z.regex(/^[\w-]{1,64}$/, "member is not valid"));

/**
 * Invites someone to a free seat of the caller's team, by a link that works for 14 days. An address that was invited
 * before gets another link, and the first one ends. `mailed` is false where the address gets no mail about it now: the
 * caller hands the link on. CONFLICT where no seat is free, none is paid for, or the caller's address is not proven.
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

/** Takes a seat from its member, or an invitation back: the seat is free, and the member's key stops working. */
export const removeMember = endpoint({
  method: "POST",
  path: "/api/team/remove",
  audience: "customer",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ member: MemberId }),
  output: z.object({ team: TeamView }),
});

/**
 * Accepts an invitation: the caller gets a separate key. NOT_FOUND for a link that has ended, CONFLICT where it is for
 * another address than the caller's, or that is not proven.
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
