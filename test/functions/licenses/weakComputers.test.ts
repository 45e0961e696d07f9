import { expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import { isWeak } from "#shared/licenses/fingerprint.ts";
import type { License } from "#shared/licenses/license.ts";
import {
  activateDevice,
  deactivateDevice,
  refreshDevice,
} from "../../../functions/licenses/devices/rules.ts";
import { answerRequest } from "../../../functions/licenses/offlineRules.ts";
import { toSeat } from "../../../functions/licenses/rules.ts";
import { activationSignals } from "../../../functions/licenses/signalRules.ts";
import { VECTORS } from "../../support/licenseVectors.ts";
import { computer, LICENSE, later, NOW, proofOf } from "./license.ts";

const { computers } = VECTORS;
const recorded = (name: string): string => computers.tests.find((test) => test.name === name)?.text ?? "";
const HIDDEN = recorded("hidden");
/** The fingerprint of the same computer in version 1.2 of the library. */
const HIDDEN_BEFORE = HIDDEN.replace("fp3.", "fp2.");
const TRUSTED: License = {
  ...LICENSE,
  extras: { features: [], coveredVersion: null, coveredUntil: null, metadata: {}, isTrusted: true },
};

/** Activates once per minute and never gives up the seat, so each lease stays. */
function activateEach(count: number, fingerprint: string, start = LICENSE) {
  let license = start;
  const ends: string[] = [];
  const refused: unknown[] = [];
  for (let at = 0; at < count; at++)
    try {
      const device = computer(fingerprint, later(at * MINUTE), `activation ${at}`);
      license = activateDevice(license, device, later(at * MINUTE));
      ends.push(license.device?.leaseEndsAt ?? "");
    } catch (error) {
      refused.push(error);
    }
  return { license, ends, refused };
}

test.each([
  ["with the current version", HIDDEN],
  ["with version 1.2", HIDDEN_BEFORE],
])(
  "twenty computers that show only their processor (%s) get three leases, the third for ten minutes",
  (_when, print) => {
    const { ends, refused } = activateEach(20, print);
    const last = later(19 * MINUTE).toISOString();
    expect(ends.filter((end) => end > last)).toHaveLength(3);
    expect(ends.filter((end) => end > later(HOUR).toISOString())).toHaveLength(2);
    expect(refused).not.toEqual([]);
    for (const error of refused) expect(error).toHaveProperty("code", "SEAT_BUSY");
  },
);

test("only the newer of two activations with the same fingerprint can refresh", () => {
  const { license } = activateEach(2, HIDDEN);
  const [older, newer] = ["activation 0", "activation 1"].map((id) => proofOf(computer(HIDDEN, NOW, id)));
  if (!older || !newer) throw new Error("There are no two activations");
  expect(() => refreshDevice(license, older, "next", later(HOUR))).toThrow(
    expect.objectContaining({ code: "CLONE_SUSPECTED" }),
  );
  expect(refreshDevice(license, newer, "next", later(HOUR)).device?.secretHash).toBe("next");
});

test("a weak computer gets leases of at most three days, and continues its own lease", () => {
  let { license } = activateEach(1, HIDDEN);
  for (let day = 1; day <= 10; day++) {
    const proof = {
      ...proofOf(computer(HIDDEN, NOW, "activation 0")),
      secretHash: String(license.device?.secretHash),
    };
    license = refreshDevice(license, proof, `secret ${day}`, later(day * DAY));
  }
  expect(license.device?.leaseEndsAt).toBe(later(13 * DAY).toISOString());
  expect(license.leases.filter(({ endsAt }) => endsAt > later(10 * DAY).toISOString())).toHaveLength(1);
});

test("a computer's fourth return within a day is reported, whether or not it left the seat in between", () => {
  const signalsOf = (license: License) =>
    activationSignals(license, { activationId: "a", ipAddress: null }, null, later(30 * MINUTE)).filter(
      (signal) => signal.kind === "finding",
    );
  const strong = recorded("laptop");
  expect(signalsOf(activateEach(4, strong).license)).toEqual([]);
  expect(signalsOf(activateEach(5, strong).license)).toEqual([
    expect.objectContaining({
      finding: expect.objectContaining({ type: "key_sharing", metadata: { seat: "seat", returns: 4 } }),
    }),
  ]);
  let { license } = activateEach(1, strong);
  for (let at = 1; at <= 4; at++) {
    license = deactivateDevice(
      license,
      proofOf(computer(strong, NOW, `activation ${at - 1}`)),
      later(at * MINUTE),
    );
    license = activateDevice(license, computer(strong, NOW, `activation ${at}`), later(at * MINUTE));
  }
  expect(signalsOf(license)).toHaveLength(1);
  expect(signalsOf(activateEach(9, strong, TRUSTED).license)).toEqual([]);
});

const request = (fingerprint: string) =>
  ({
    ...computer(fingerprint),
    type: "license-request",
    version: 1,
    nonce: `nonce of ${fingerprint}`,
  }) as const;

test("a weak computer gets no offline license, and learns the reason and the remedy", () => {
  expect(() => answerRequest(LICENSE, request(HIDDEN), "a", NOW)).toThrow(/too few of its parts.*container/);
  expect(answerRequest(LICENSE, request(recorded("laptop")), "a", NOW).offline).toHaveLength(1);
});

test("the owner sees on the seat that its computer is weak", () => {
  expect(toSeat(activateEach(1, HIDDEN).license, NOW).is_weak).toBe(true);
  expect(toSeat(activateEach(1, recorded("laptop")).license, NOW).is_weak).toBe(false);
  expect(toSeat(LICENSE, NOW).is_weak).toBe(false);
});

test("a trusted key has no limits for weak computers", () => {
  const { license, refused } = activateEach(20, HIDDEN, TRUSTED);
  expect(refused).toEqual([]);
  expect(license.leases).toHaveLength(1);
  expect(toSeat(license, NOW).is_weak).toBe(false);
  expect(answerRequest(TRUSTED, request(HIDDEN), "a", NOW).offline).toHaveLength(1);
});

test("a weak computer that resembles a strong computer does not share that computer's lease", () => {
  const strong = activateDevice(LICENSE, computer(recorded("laptop")), NOW);
  const little = recorded("laptop")
    .split(".")
    .filter((part) => !/^[DN]/.test(part))
    .join(".");
  expect(isWeak(little)).toBe(true);
  const { ends } = activateEach(20, little, strong);
  expect(ends.filter((end) => end > later(HOUR).toISOString())).toHaveLength(1);
});

test("a locked-down computer that is online on Friday evening works on Monday morning", () => {
  const friday = new Date("2026-03-13T18:00:00.000Z");
  const monday = "2026-03-16T09:00:00.000Z";
  const print = recorded("macBare");
  const tuesday = new Date(friday.getTime() - 3 * DAY);
  const activated = activateDevice(LICENSE, computer(print, tuesday), tuesday);
  const refreshed = refreshDevice(activated, proofOf(computer(print, tuesday)), "next", friday);
  expect(String(refreshed.device?.leaseEndsAt) > monday).toBe(true);
});

test.each([
  ["reinstalled", "laptop", "reinstalled"],
  ["equipped with a new disk", "laptop", "newDisk"],
  ["reinstalled with Windows", "windowsLaptop", "windowsReinstalled"],
  ["reinstalled with macOS", "macBook", "macReinstalled"],
  ["locked down later", "windowsLaptop", "lockedDown"],
])("a computer that was %s activates repeatedly without a swap", (_story, before, after) => {
  const license = activateDevice(LICENSE, computer(recorded(before)), NOW);
  const { license: again, refused } = activateEach(5, recorded(after), license);
  expect(refused).toEqual([]);
  expect(again.totalSwaps).toBe(0);
});

test.each(computers.tests.map(({ name, text }) => [name, text] as const))(
  "the computer %s keeps its seat after an update from version 1.2",
  (_name, text) => {
    const old = computer(
      `fp2.${text
        .slice(4)
        .split(".")
        .map((part) => part.charAt(0).toLowerCase() + part.slice(1))
        .join(".")}`,
    );
    const license = activateDevice(LICENSE, old, NOW);
    const proof = { ...proofOf(old), fingerprint: text };
    expect(refreshDevice(license, proof, "next", later(DAY)).device?.fingerprint).toBe(text);
  },
);
