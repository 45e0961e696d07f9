import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import {
  activateDevice,
  deactivateDevice,
  isCopy,
  refreshDevice,
  swapDevice,
} from "../../../../functions/licenses/devices/rules.ts";
import { computer, entitled, LICENSE, later, NOW, proofOf } from "../license.ts";

const failing = (code: string) => expect.objectContaining({ code });
const first = computer("first");
const taken = activateDevice(LICENSE, first, NOW);

describe("activating", () => {
  test("gives a free seat to the computer", () => {
    expect(taken.device).toMatchObject({ fingerprint: "first", leaseEndsAt: later(DAY).toISOString() });
    expect(taken).toMatchObject({ activationCount: 1, version: 2, lastUsedAt: NOW.toISOString() });
  });

  test("is refused while another computer has the seat", () => {
    expect(() => activateDevice(taken, computer("second"), NOW)).toThrow(failing("SEAT_TAKEN"));
  });

  test("gives the same computer its seat again, with a new secret and an unchanged activation count", () => {
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
  ])("is refused for a license that is %s", (code, change) => {
    expect(() => activateDevice(entitled(change), first, NOW)).toThrow(failing(code));
  });
});

describe("a seat that was left", () => {
  const left = (license: License, at: Date) => {
    const { device } = license;
    if (!device) throw new Error("No computer has the seat");
    return deactivateDevice(license, device, at);
  };

  test("is free, and the same computer returns without a swap", () => {
    const empty = left(taken, later(HOUR));
    expect(empty).toMatchObject({ device: null, totalSwaps: 0, vacatedBy: "device" });
    expect(activateDevice(empty, computer("first", later(HOUR)), later(HOUR)).totalSwaps).toBe(0);
  });

  test("costs a swap for a new computer within 24 hours after the previous computer took it", () => {
    const second = activateDevice(left(taken, later(HOUR)), computer("second"), later(DAY - 1));
    expect(second).toMatchObject({ totalSwaps: 1, device: { fingerprint: "second" } });
    expect(() => activateDevice(left(second, later(DAY - 1)), computer("third"), later(DAY - 1))).toThrow(
      failing("SWAP_LIMIT"),
    );
  });

  test("costs nothing from 24 hours after the previous computer took it", () => {
    expect(activateDevice(left(taken, later(HOUR)), computer("second"), later(DAY)).totalSwaps).toBe(0);
  });

  test("costs nothing for a computer that had the seat before", () => {
    const second = activateDevice(left(taken, later(HOUR)), computer("second"), later(2 * HOUR));
    const back = activateDevice(left(second, later(3 * HOUR)), computer("first"), later(4 * HOUR));
    expect(back.totalSwaps).toBe(1);
    expect(back.visits.map(({ fingerprint }) => fingerprint)).toEqual(["second", "first"]);
  });

  test("costs nothing after a swap", () => {
    const moved = activateDevice(swapDevice(taken, NOW), computer("second"), later(HOUR));
    expect(moved).toMatchObject({ totalSwaps: 1, vacatedBy: null });
  });

  test("stays unchanged when the computer leaves it again", () => {
    const empty = left(taken, later(HOUR));
    expect(deactivateDevice(empty, proofOf(first), later(HOUR))).toBe(empty);
  });
});

test("a computer can leave its seat even after the license has ended", () => {
  expect(deactivateDevice(entitled({ ended: true }, taken), proofOf(first), NOW).device).toBeNull();
});

describe("refreshing", () => {
  const proof = proofOf(first);
  const refreshed = refreshDevice(taken, proof, "hash two", later(3 * DAY));

  test("gives a new secret and a lease as long as the time since the activation", () => {
    expect(refreshed.device).toMatchObject({
      secretHash: "hash two",
      leaseEndsAt: later(6 * DAY).toISOString(),
    });
  });

  test("changes nothing when it is repeated with the same new secret", () => {
    expect(refreshDevice(refreshed, proof, "hash two", later(3 * DAY))).toBe(refreshed);
  });

  test("gives a new lease under the same secret when it is repeated after the lease's end", () => {
    const repeated = refreshDevice(refreshed, proof, "hash two", later(30 * DAY));
    expect(repeated).toMatchObject({
      device: { secretHash: "hash two", leaseEndsAt: later(37 * DAY).toISOString() },
      version: refreshed.version + 1,
    });
  });

  test("gives a shorter lease when it is repeated after the paid period became shorter", () => {
    const limited = entitled({ leaseLimit: later(4 * DAY).toISOString() }, refreshed);
    const repeated = refreshDevice(limited, proof, "hash two", later(3 * DAY));
    expect(repeated.device?.leaseEndsAt).toBe(later(4 * DAY).toISOString());
  });

  test("with a used secret reveals a copy", () => {
    expect(() => refreshDevice(refreshed, proof, "hash else", later(3 * DAY))).toThrow(
      failing("CLONE_SUSPECTED"),
    );
    expect(isCopy(refreshed, proof)).toBe(true);
  });

  test("with the right secret on another computer reveals a copy", () => {
    expect(() => refreshDevice(taken, { ...proof, fingerprint: "other" }, "hash two", NOW)).toThrow(
      failing("CLONE_SUSPECTED"),
    );
  });

  test("by an earlier installation of a computer that has activated again reveals a copy", () => {
    const again = activateDevice(taken, computer("first", NOW, "after"), NOW);
    expect(() => refreshDevice(again, proof, "hash two", NOW)).toThrow(failing("CLONE_SUSPECTED"));
  });

  test("is refused after a swap, with a code that shows whether another computer has the seat", () => {
    const empty = swapDevice(taken, NOW);
    expect(() => refreshDevice(empty, proof, "x", NOW)).toThrow(failing("FINGERPRINT_MISMATCH"));
    const moved = activateDevice(empty, computer("second"), NOW);
    expect(() => refreshDevice(moved, proof, "x", NOW)).toThrow(failing("SEAT_TAKEN"));
    expect(isCopy(moved, proof)).toBe(false);
  });

  test("reports the license's own state first", () => {
    expect(() => refreshDevice(entitled({ ended: true }, taken), proof, "x", NOW)).toThrow(
      failing("EXPIRED"),
    );
  });
});

test("an updated installation can replace its opaque fingerprint only if it has the right secret", () => {
  const fingerprint = `fp2.i${"a".repeat(16)}`;
  const own = { ...proofOf(first), fingerprint };
  expect(refreshDevice(taken, own, "next", NOW).device).toMatchObject({ fingerprint, secretHash: "next" });
  expect(() => refreshDevice(taken, { ...own, secretHash: "guessed" }, "next", NOW)).toThrow(
    failing("CLONE_SUSPECTED"),
  );
});
