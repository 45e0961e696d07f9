import { describe, expect, test } from "vitest";
import { AppError } from "#shared/errors.ts";
import { DAY, MINUTE, SECOND } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import { OFFLINE_LEASE } from "#shared/licenses/offline.ts";
import {
  activateDevice,
  deactivateDevice,
  refreshDevice,
  swapDevice,
} from "../../../functions/licenses/devices/rules.ts";
import { answerRequest, answerTo, offlineClaims } from "../../../functions/licenses/offlineRules.ts";
import { toSeat } from "../../../functions/licenses/rules.ts";
import { computer, entitled, LICENSE, later, NOW, proofOf } from "./license.ts";

const ask = (name: string, nonce = `nonce of ${name}`) => ({
  type: "license-request" as const,
  version: 1 as const,
  nonce,
  fingerprint: name,
  computerName: name,
  os: "Linux",
  appVersion: "1.0",
});
const answer = (license: License, name: string, now = NOW, nonce?: string) =>
  answerRequest(license, ask(name, nonce), `activation for ${name}`, now);
const refusalOf = (act: () => unknown): AppError => {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};
const endsAt = (license: License) => Date.parse(license.device?.leaseEndsAt ?? "") - NOW.getTime();

test("an offline request takes the free seat for 30 days, and its lease names the request", () => {
  const license = answer(LICENSE, "field");
  expect(license.device).toMatchObject({ computerName: "field", activationId: "activation for field" });
  expect(license.leases).toEqual([
    { fingerprint: "field", endsAt: later(OFFLINE_LEASE).toISOString(), isFull: true },
  ]);
  const lease = answerTo(license, ask("field"));
  expect(lease && offlineClaims(license, lease, "https://example.com")).toMatchObject({
    nonce: "nonce of field",
    activation: "activation for field",
    fingerprint: "field",
    iat: NOW.getTime() / SECOND,
    exp: (NOW.getTime() + OFFLINE_LEASE) / SECOND,
  });
});

test("a repeated offline request gets the same answer, even after a swap", () => {
  const once = answer(LICENSE, "field");
  const again = answer(once, "field", later(DAY));
  expect(again).toBe(once);
  const swapped = swapDevice(once, later(DAY));
  expect(answer(swapped, "field", later(2 * DAY))).toBe(swapped);
});

describe("an offline request is refused", () => {
  test.each([
    ["for an ended license", entitled({ ended: true }), "field", "EXPIRED"],
    [
      "while another computer has the seat",
      activateDevice(LICENSE, computer("desk"), NOW),
      "field",
      "SEAT_TAKEN",
    ],
  ])("%s", (_why, license, name, code) => {
    expect(refusalOf(() => answer(license, name)).code).toBe(code);
  });

  test("if it was answered for another computer", () => {
    const license = swapDevice(answer(LICENSE, "field"), NOW);
    expect(refusalOf(() => answer(license, "other", NOW, "nonce of field"))).toMatchObject({
      code: "CONFLICT",
      message: "This request was answered for another computer. Create a new one.",
    });
  });

  test("if its answer has expired", () => {
    const license = answer(LICENSE, "field");
    expect(refusalOf(() => answer(license, "field", later(OFFLINE_LEASE)))).toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("that answer has expired"),
    });
  });

  test("if the license has ended since the answer", () => {
    const license = entitled({ ended: true }, answer(LICENSE, "field"));
    expect(refusalOf(() => answer(license, "field")).code).toBe("EXPIRED");
  });

  test("while two other computers have full leases, and the refusal says when the first of the leases ends", () => {
    const leases = ["one", "two"].map((fingerprint, at) => ({
      fingerprint,
      endsAt: later((at + 1) * DAY).toISOString(),
      isFull: true,
    }));
    const refusal = refusalOf(() => answer({ ...LICENSE, leases }, "field"));
    expect(refusal).toMatchObject({
      code: "CONFLICT",
      details: { retry_at: later(DAY).toISOString() },
      message: expect.stringContaining("two other computers"),
    });
    expect(answer({ ...LICENSE, leases }, "two").device?.fingerprint).toBe("two");
  });
});

test("an offline lease ends with the paid period", () => {
  const paid = entitled({ leaseLimit: later(9 * DAY).toISOString() });
  expect(endsAt(answer(paid, "field"))).toBe(9 * DAY);
});

test("a computer that has the seat keeps its activation with an offline license, and refreshes once it is online again", () => {
  const online = computer("desk");
  const license = answer(activateDevice(LICENSE, online, NOW), "desk");
  expect(license.device).toMatchObject({ activationId: online.activationId, activatedAt: NOW.toISOString() });
  const back = refreshDevice(license, proofOf(online), "next", later(DAY));
  expect(back.device?.secretHash).toBe("next");
  expect(back.leases).toEqual([
    { fingerprint: "desk", endsAt: later(OFFLINE_LEASE).toISOString(), isFull: true },
  ]);
});

test("a computer that got its seat only offline must activate to use it online", () => {
  const license = answer(LICENSE, "field");
  const { device } = license;
  const proof = { fingerprint: "field", activationId: device?.activationId ?? "", secretHash: "guess" };
  expect(refusalOf(() => deactivateDevice(license, proof, NOW)).code).toBe("CLONE_SUSPECTED");
  expect(activateDevice(license, computer("field"), NOW).device?.secretHash).toBe(
    computer("field").secretHash,
  );
});

test("an offline lease still counts after a swap, so a third computer gets a lease of ten minutes", () => {
  const swapped = swapDevice(answer({ ...LICENSE, maxDailySwaps: 9 }, "field"), NOW);
  const second = swapDevice(answer(swapped, "second"), NOW);
  const third = activateDevice(second, computer("third"), NOW);
  expect(endsAt(third)).toBe(10 * MINUTE);
});

test("the Seats page shows the end of each computer's offline license", () => {
  const first = answer({ ...LICENSE, maxDailySwaps: 9 }, "field");
  const renewed = answer(first, "field", later(DAY), "another nonce");
  const both = answer(swapDevice(renewed, later(DAY)), "cabin", later(2 * DAY));
  expect(toSeat(both, later(2 * DAY)).offline).toEqual([
    { computer_name: "field", until: later(DAY + OFFLINE_LEASE).toISOString() },
    { computer_name: "cabin", until: later(2 * DAY + OFFLINE_LEASE).toISOString() },
  ]);
  expect(toSeat(both, later(DAY + OFFLINE_LEASE)).offline).toMatchObject([{ computer_name: "cabin" }]);
});
