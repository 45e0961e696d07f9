import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import { activateDevice, refreshDevice } from "../../../functions/licenses/devices/rules.ts";
import {
  activationSignals,
  copySignals,
  staleSignals,
  swapSignals,
} from "../../../functions/licenses/signalRules.ts";
import { computer, LICENSE, later, NOW, proofOf } from "./license.ts";

const swappedAt = (maxDailySwaps: number, ...ago: number[]) => ({
  ...LICENSE,
  maxDailySwaps,
  recentSwaps: ago.map((distance) => later(-distance).toISOString()),
});
const types = (signals: ReturnType<typeof swapSignals>) =>
  signals.map((signal) => (signal.kind === "finding" ? signal.finding.type : signal.kind));

describe("rapid swaps", () => {
  test("are reported after three in 24 hours", () => {
    expect(types(swapSignals(swappedAt(10, 23 * HOUR, HOUR, 0), NOW))).toEqual(["rapid_swaps"]);
    expect(swapSignals(swappedAt(10, DAY, HOUR, 0), NOW)).toEqual([]);
  });
  test("are reported after the day's limit was reached on three days of seven", () => {
    expect(types(swapSignals(swappedAt(1, 6 * DAY, 3 * DAY, 0), NOW))).toEqual(["rapid_swaps"]);
    expect(swapSignals(swappedAt(1, 7 * DAY, 3 * DAY, 0), NOW)).toEqual([]);
    expect(swapSignals(swappedAt(2, 6 * DAY, 3 * DAY, 0), NOW)).toEqual([]);
  });
  test("get the same finding id for the same history", () => {
    const license = swappedAt(10, 2 * HOUR, HOUR, 0);
    const id = (now: Date) =>
      swapSignals(license, now).map((one) => one.kind === "finding" && one.finding.id);
    expect(id(later(HOUR))).toEqual(id(NOW));
  });
});

describe("one key on many computers", () => {
  const visits = (count: number) => ({
    ...LICENSE,
    visits: Array.from({ length: count }, (_, index) => ({
      fingerprint: `computer ${index}`,
      at: later(-HOUR * (count - index)).toISOString(),
    })),
  });
  const signals = (count: number) => activationSignals(visits(count), computer("x"), "DE", NOW);

  test("is reported from the fifth computer within 7 days", () => {
    expect(types(signals(4))).toEqual(["sighting"]);
    expect(types(signals(5))).toEqual(["sighting", "key_sharing"]);
  });
});

describe("an installation", () => {
  const first = computer("first");
  const refreshed = refreshDevice(activateDevice(LICENSE, first, NOW), proofOf(first), "next", NOW);

  test("that was copied is reported at every attempt, without the key", () => {
    const [signal] = copySignals(refreshed, proofOf(first), "else", "attempt", NOW);
    expect(signal).toMatchObject({
      kind: "finding",
      finding: { type: "key_sharing", id: "copy:seat:attempt" },
    });
    expect(JSON.stringify(signal)).not.toContain(LICENSE.licenseKey);
  });
  test("that was copied and sends its activity or gives up its seat is reported once per secret, without the key", () => {
    const told = (license: License, at: Date) =>
      staleSignals(license, proofOf(first), at).map((one) => one.kind === "finding" && one.finding.id);
    expect(told(refreshed, NOW)).toHaveLength(1);
    expect(told(refreshed, later(HOUR))).toEqual(told(refreshed, NOW));
    const other = { ...proofOf(first), secretHash: "hash of another" };
    expect(staleSignals(refreshed, other, NOW)).not.toEqual(staleSignals(refreshed, proofOf(first), NOW));
    expect(JSON.stringify(staleSignals(refreshed, other, NOW))).not.toContain(LICENSE.licenseKey);
  });
  test("that sends its activity or gives up its seat is not suspected if its computer has the seat or lost it", () => {
    expect(staleSignals(refreshed, { ...proofOf(first), secretHash: "next" }, NOW)).toEqual([]);
    expect(staleSignals(refreshed, proofOf(computer("other")), NOW)).toEqual([]);
    expect(staleSignals({ ...refreshed, device: null }, proofOf(first), NOW)).toEqual([]);
  });
  test("is not suspected after a repeated call or a lost seat", () => {
    expect(copySignals(refreshed, proofOf(first), "next", "attempt", NOW)).toEqual([]);
    expect(copySignals(refreshed, proofOf(computer("other")), "else", "attempt", NOW)).toEqual([]);
  });
});
