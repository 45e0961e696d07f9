import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import {
  activateDevice,
  deactivateDevice,
  isCopy,
  refreshDevice,
} from "../../../../functions/licenses/devices/rules.ts";
import { swapDevice } from "../../../../functions/licenses/swapRules.ts";
import { computer, entitled, LICENSE, later, NOW, proofOf } from "../license.ts";

const failing = (code: string) => expect.objectContaining({ code });
const first = computer("first");
const taken = activateDevice(LICENSE, first, NOW);

describe("activating", () => {
  test("a free seat goes to the computer that asks", () => {
    expect(taken.device).toMatchObject({ fingerprint: "first", leaseEndsAt: later(DAY).toISOString() });
    expect(taken).toMatchObject({ activationCount: 1, version: 2, lastUsedAt: NOW.toISOString() });
  });

  test("another computer is refused", () => {
    expect(() => activateDevice(taken, computer("second"), NOW)).toThrow(failing("SEAT_TAKEN"));
  });

  test("the same computer gets its own seat back, with the new secret, uncounted", () => {
    const again = activateDevice(taken, computer("first", later(HOUR), "after"), later(HOUR));
    expect(again.device).toMatchObject({ activationId: "after", secretHash: "hash of after" });
    expect(again.device?.activatedAt).toBe(first.activatedAt);
    expect(again).toMatchObject({ activationCount: 1, totalSwaps: 0 });
  });

  test.each([
    ["EXPIRED", { ended: true }],
    ["REVOKED", { revocations: ["refund" as const] }],
    ["SUSPENDED", { suspensions: ["account" as const] }],
    ["PAYMENT_REQUIRED", { suspensions: ["payment" as const] }],
    ["INACTIVE", { active: false }],
  ])("a license that is %s takes no computer", (code, change) => {
    expect(() => activateDevice(entitled(change), first, NOW)).toThrow(failing(code));
  });
});

describe("a seat that was left", () => {
  const left = (license: License, at: Date) => {
    const { device } = license;
    if (!device) throw new Error("nobody is there");
    return deactivateDevice(license, device, at);
  };

  test("is free at no cost, and so is coming back", () => {
    const empty = left(taken, later(HOUR));
    expect(empty).toMatchObject({ device: null, totalSwaps: 0, vacatedBy: "device" });
    expect(activateDevice(empty, computer("first", later(HOUR)), later(HOUR)).totalSwaps).toBe(0);
  });

  test("costs a swap for a new computer within 24 hours of the last one's arrival", () => {
    const second = activateDevice(left(taken, later(HOUR)), computer("second"), later(DAY - 1));
    expect(second).toMatchObject({ totalSwaps: 1, device: { fingerprint: "second" } });
    expect(() => activateDevice(left(second, later(DAY - 1)), computer("third"), later(DAY - 1))).toThrow(
      failing("SWAP_LIMIT"),
    );
  });

  test("costs nothing after those 24 hours", () => {
    expect(activateDevice(left(taken, later(HOUR)), computer("second"), later(DAY)).totalSwaps).toBe(0);
  });

  test("costs nothing for a computer that was here before", () => {
    const second = activateDevice(left(taken, later(HOUR)), computer("second"), later(2 * HOUR));
    const back = activateDevice(left(second, later(3 * HOUR)), computer("first"), later(4 * HOUR));
    expect(back.totalSwaps).toBe(1);
    expect(back.visits.map(({ fingerprint }) => fingerprint)).toEqual(["second", "first"]);
  });

  test("costs nothing where a swap has paid for it", () => {
    const moved = activateDevice(swapDevice(taken, NOW), computer("second"), later(HOUR));
    expect(moved).toMatchObject({ totalSwaps: 1, vacatedBy: null });
  });

  test("may be left a second time without a change", () => {
    const empty = left(taken, later(HOUR));
    expect(deactivateDevice(empty, proofOf(first), later(HOUR))).toBe(empty);
  });

  test("may be left whatever the license is worth", () => {
    expect(deactivateDevice(entitled({ ended: true }, taken), proofOf(first), NOW).device).toBeNull();
  });
});

describe("refreshing", () => {
  const proof = proofOf(first);
  const refreshed = refreshDevice(taken, proof, "hash two", later(3 * DAY));

  test("gives a new secret and a lease as long as the computer has been here", () => {
    expect(refreshed.device).toMatchObject({
      secretHash: "hash two",
      leaseEndsAt: later(6 * DAY).toISOString(),
    });
  });

  test("repeated with the secret that it led to changes nothing", () => {
    expect(refreshDevice(refreshed, proof, "hash two", later(3 * DAY))).toBe(refreshed);
  });

  test("repeated after its lease is over gives one of now, under the same secret", () => {
    const repeated = refreshDevice(refreshed, proof, "hash two", later(30 * DAY));
    expect(repeated).toMatchObject({
      device: { secretHash: "hash two", leaseEndsAt: later(37 * DAY).toISOString() },
      version: refreshed.version + 1,
    });
  });

  test("repeated once less is paid for gives no more than that", () => {
    const limited = entitled({ leaseLimit: later(4 * DAY).toISOString() }, refreshed);
    const repeated = refreshDevice(limited, proof, "hash two", later(3 * DAY));
    expect(repeated.device?.leaseEndsAt).toBe(later(4 * DAY).toISOString());
  });

  test("with a secret that is used up is a copy", () => {
    expect(() => refreshDevice(refreshed, proof, "hash else", later(3 * DAY))).toThrow(
      failing("CLONE_SUSPECTED"),
    );
    expect(isCopy(refreshed, proof)).toBe(true);
  });

  test("with everything right on another computer is a copy, and leaves the first one alone", () => {
    expect(() => refreshDevice(taken, { ...proof, fingerprint: "other" }, "hash two", NOW)).toThrow(
      failing("CLONE_SUSPECTED"),
    );
  });

  test("after the same computer activated anew, the old installation is a copy", () => {
    const again = activateDevice(taken, computer("first", NOW, "after"), NOW);
    expect(() => refreshDevice(again, proof, "hash two", NOW)).toThrow(failing("CLONE_SUSPECTED"));
  });

  test("after a swap is not possible, and says whether another computer is there", () => {
    const empty = swapDevice(taken, NOW);
    expect(() => refreshDevice(empty, proof, "x", NOW)).toThrow(failing("FINGERPRINT_MISMATCH"));
    const moved = activateDevice(empty, computer("second"), NOW);
    expect(() => refreshDevice(moved, proof, "x", NOW)).toThrow(failing("SEAT_TAKEN"));
    expect(isCopy(moved, proof)).toBe(false);
  });

  test("says the license's own state first", () => {
    expect(() => refreshDevice(entitled({ ended: true }, taken), proof, "x", NOW)).toThrow(
      failing("EXPIRED"),
    );
  });
});

test("an updated installation replaces the fingerprint that it once made up, by its secret alone", () => {
  const fingerprint = `fp2.i${"a".repeat(16)}`;
  const own = { ...proofOf(first), fingerprint };
  expect(refreshDevice(taken, own, "next", NOW).device).toMatchObject({ fingerprint, secretHash: "next" });
  expect(() => refreshDevice(taken, { ...own, secretHash: "guessed" }, "next", NOW)).toThrow(
    failing("CLONE_SUSPECTED"),
  );
});
