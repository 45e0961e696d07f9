import { describe, expect, test } from "vitest";
import { DAY, MINUTE } from "#shared/instant.ts";
import { explain } from "#shared/licenses/explain.ts";
import type { License } from "#shared/licenses/license.ts";
import { type Explanation, LICENSE_CODES } from "#shared/licenses/standing.ts";
import { activateDevice, deactivateDevice, swapDevice } from "../../../functions/licenses/devices/rules.ts";
import { explainKey, explainSeat, explainTo } from "../../../functions/licenses/explainingRules.ts";
import { computer, entitled, LICENSE, later, NOW, proofOf } from "./license.ts";

const DESK = "fingerprint-of-the-desk";
const LAPTOP = "fingerprint-of-the-laptop";
const asking = { fingerprint: DESK };
const on = (fingerprint: string, license = LICENSE, at = NOW) =>
  activateDevice(license, computer(fingerprint, at), at);
const left = (license: License, fingerprint: string, at = NOW) =>
  deactivateDevice(license, proofOf(computer(fingerprint)), at);

describe.each<[what: string, license: License, at: Date, expected: Partial<Explanation>]>([
  [
    "the computer has the seat",
    on(DESK),
    NOW,
    { code: "VALID", cause: "This computer has the seat.", button: null },
  ],
  ["the seat is free", LICENSE, NOW, { code: "FINGERPRINT_MISMATCH", button: null }],
  [
    "another computer has the seat",
    on(LAPTOP),
    NOW,
    { code: "SEAT_TAKEN", cause: expect.stringContaining("Another computer") },
  ],
  [
    "another computer has the seat and no swap is left",
    on(LAPTOP, swapDevice(on(DESK), NOW)),
    NOW,
    { code: "SWAP_LIMIT", retry_at: "2026-03-16T00:00:00.000Z" },
  ],
  [
    "another computer left the seat and today's swap is used up",
    left(on(LAPTOP, { ...swapDevice(on("fingerprint-of-the-tower"), NOW), vacatedBy: "swap" }), LAPTOP),
    NOW,
    {
      code: "SWAP_LIMIT",
      cause: expect.stringContaining("left the seat"),
      retry_at: "2026-03-16T00:00:00.000Z",
    },
  ],
  [
    "three other computers still have leases",
    {
      ...LICENSE,
      leases: ["a", "b", "c"].map((name, index) => ({
        fingerprint: `fingerprint-of-${name}`,
        endsAt: later((index + 1) * MINUTE).toISOString(),
        isFull: index < 2,
      })),
    },
    NOW,
    { code: "SEAT_BUSY", retry_at: later(MINUTE).toISOString() },
  ],
  [
    "the license has ended",
    entitled({ ended: true }),
    NOW,
    { code: "EXPIRED", button: { label: "See the plans", href: "/checkout/subscription" } },
  ],
  [
    "the license's subscription has ended",
    { ...entitled({ ended: true }), source: "subscription" },
    NOW,
    { code: "EXPIRED", fix: expect.stringContaining("same key") },
  ],
  [
    "the period that a failed refund restored is over, and no subscription can revive the key",
    { ...entitled({ expiresAt: NOW.toISOString() }), source: "subscription" },
    NOW,
    { code: "EXPIRED", fix: expect.stringContaining("get a new key") },
  ],
  ["a payment is missing", entitled({ suspensions: ["payment"] }), NOW, { code: "PAYMENT_REQUIRED" }],
  [
    "a payment is late",
    on(DESK, entitled({ pastDueSince: NOW.toISOString() })),
    later(DAY),
    { code: "VALID", sentence: expect.stringContaining("overdue") },
  ],
  [
    "a bank disputes the license's payment",
    entitled({ suspensions: ["dispute"] }),
    NOW,
    { code: "SUSPENDED", cause: expect.stringContaining("dispute") },
  ],
  [
    "the account is suspended",
    entitled({ suspensions: ["account"] }),
    NOW,
    { code: "SUSPENDED", cause: expect.stringContaining("account") },
  ],
  [
    "the license was refunded",
    entitled({ revocations: ["refund"] }),
    NOW,
    { code: "REVOKED", cause: expect.stringContaining("refunded") },
  ],
  [
    "a dispute was lost",
    entitled({ revocations: ["dispute"] }),
    NOW,
    { code: "REVOKED", cause: expect.stringContaining("decided a dispute") },
  ],
  [
    "a bank disputes the team's payment",
    { ...entitled({ suspensions: ["dispute"] }), source: "team" },
    NOW,
    { sentence: "Your team seat is not working.", cause: "Your team's license is on hold.", button: null },
  ],
  [
    "the team's payment was refunded",
    { ...entitled({ revocations: ["refund"] }), source: "team" },
    NOW,
    { sentence: "This license has ended.", cause: expect.not.stringContaining("refund") },
  ],
  ["the license is switched off", entitled({ active: false }), NOW, { code: "INACTIVE" }],
])("when %s", (_what, license, at, expected) => {
  test("the computer gets the matching explanation", () => {
    expect(explainTo(license, asking, at)).toMatchObject(expected);
  });
});

test("a copied installation learns that it is a copy", () => {
  const { device } = on(DESK);
  const of = (activationId: string) => explainTo(on(DESK), { fingerprint: DESK, activationId }, NOW).code;
  expect(of("another activation")).toBe("CLONE_SUSPECTED");
  expect(of(device?.activationId ?? "")).toBe("VALID");
});

test("an installation that was updated from an opaque fingerprint keeps its seat", () => {
  const license = on(DESK);
  const components = { fingerprint: "fp2.bAAAAAAAAAAAAAAAA" };
  const updated = { ...components, activationId: license.device?.activationId };
  expect(explainTo(license, updated, NOW).code).toBe("VALID");
  expect(explainTo(license, components, NOW).code).toBe("SEAT_TAKEN");
});

test("only the owner learns the name of the computer that has the seat", () => {
  expect(JSON.stringify(explainTo(on(LAPTOP), asking, NOW))).not.toContain("studio-mac");
  expect(explainSeat(on(LAPTOP), NOW).cause).toBe("“studio-mac” has the seat.");
  expect(explainSeat(LICENSE, NOW).sentence).toBe("This license is ready for a computer.");
});

test("the answer for an unknown key has the code NOT_FOUND and no time for a retry", () => {
  expect(explainKey("NOT_FOUND")).toMatchObject({ code: "NOT_FOUND", retry_at: null });
});

test.each(LICENSE_CODES)(
  "the code %s has its own sentence, and a cause and a fix in whole sentences",
  (code) => {
    const situation = {
      code,
      warning: null,
      graceEnds: null,
      retryAt: null,
      isOccupied: true,
      computerName: null,
      reason: null,
      isRenewable: false,
    };
    const { sentence, cause, fix } = explain(situation);
    for (const text of [sentence, cause, fix]) expect(text).toMatch(/^[A-Z“].*\.$/);
    const others = LICENSE_CODES.filter((one) => one !== code).map((one) =>
      explain({ ...situation, code: one }),
    );
    expect(others.map((other) => other.sentence)).not.toContain(sentence);
  },
);
