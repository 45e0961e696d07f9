import { expect, test } from "vitest";
import { throughDay } from "#shared/instant.ts";
import { trimmed } from "../../../functions/subscriptions/team/rules.ts";

const EXPIRES = "2026-03-15T01:00:00.000Z";
const END = Date.parse(throughDay(EXPIRES));
const BEN = {
  id: "ben",
  email: "ben@example.com",
  invitedAt: "2026-03-01T01:00:00.000Z",
  expiresAt: EXPIRES,
  tokenHash: "hash",
};

test.each([
  ["an invitation that can still be accepted keeps its seat", null, -1, 1],
  ["an invitation whose last day has ended in every time zone frees its seat", null, 0, 0],
  ["a member who accepted keeps the seat", "user", 0, 1],
])("%s", (_what, userId, afterEnd, kept) => {
  const team = { ownerId: "owner", vacated: [], version: 1, members: [{ ...BEN, userId }] };
  expect(trimmed(team, 2, new Date(END + afterEnd)).kept).toHaveLength(kept);
});
