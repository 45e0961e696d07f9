import { expect, test } from "vitest";
import { passes } from "#local-aws";
import type { Device, License } from "#shared/licenses/license.ts";
import { moveMail } from "../../../functions/licenses/moveRules.ts";
import { render } from "../../../functions/mail/templates/render.ts";
import { STREAM_CONSUMERS } from "../../../infra/events.ts";
import { streamRecord } from "../../support/streamRecord.ts";
import { LICENSE } from "./license.ts";

const deviceOf = (fingerprint: string): Device => ({
  activationId: "activation",
  fingerprint,
  secretHash: "hash",
  computerName: `the ${fingerprint}`,
  os: "linux",
  appVersion: "1.0.0",
  ipAddress: null,
  activatedAt: "2026-03-15T12:00:00.000Z",
  leaseEndsAt: null,
});
const visit = (fingerprint: string) => ({ fingerprint, at: "2026-03-01T00:00:00.000Z" });
const empty = (...visits: string[]): License => ({
  ...LICENSE,
  visits: visits.map(visit),
  activationCount: 4,
});
const taken = (fingerprint: string): License => ({
  ...LICENSE,
  device: deviceOf(fingerprint),
  activationCount: 5,
});

const byCode = (fingerprint: string): License => ({
  ...LICENSE,
  device: { ...deviceOf(fingerprint), isByCode: true },
  activationCount: 5,
});

test("a computer that is new to the seat causes a mail with its name", () => {
  const mail = moveMail(empty("desk"), taken("laptop"));
  expect(mail).toMatchObject({ id: "seat-moved:seat:5", to: { userId: "user" } });
  if (!mail) throw new Error("There is no mail");
  expect(render(mail, "https://site.example").text).toMatch(
    /ending in PJ5ZE was activated on a new computer[\s\S]+Computer: the laptop\nWhen: March 15, 2026[\s\S]+https:\/\/site\.example\/dashboard\/seats/,
  );
});

test("the seat's first computer causes a mail if it was approved by code", () => {
  expect(moveMail(empty(), byCode("desk"))).toMatchObject({
    id: "seat-moved:seat:5",
    data: { computer: "the desk" },
  });
});

test.each<[string, License, License]>([
  ["the seat's first computer", empty(), taken("desk")],
  ["a returning computer that was approved by code", empty("desk"), byCode("desk")],
  ["a returning computer", empty("desk", "laptop"), taken("desk")],
  ["a computer that stays", taken("desk"), taken("desk")],
  ["a computer that leaves", taken("desk"), empty("desk")],
  ["a seat that stays empty", empty("desk"), empty("desk")],
])("%s causes no mail about a move", (_what, before, after) => {
  expect(moveMail(before, after)).toBeUndefined();
});

test("the stream delivers a computer's arrival at an empty seat, but no refresh and no departure", () => {
  const patterns = STREAM_CONSUMERS["customers/announceChanges"].filters.map((one) => JSON.stringify(one));
  const row = (license: License) => ({ pk: license.licenseKey, sk: "license", ...license });
  const isFollowed = (before: License, after: License) =>
    passes(patterns, streamRecord({ before: row(before), after: row(after) }, 1));
  expect(isFollowed(empty("desk"), taken("laptop"))).toBe(true);
  expect(isFollowed(taken("desk"), taken("desk"))).toBe(false);
  expect(isFollowed(taken("desk"), empty("desk"))).toBe(false);
});
