import { describe, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import { activateDevice, refreshDevice, swapDevice } from "../../../functions/licenses/devices/rules.ts";
import { judge, toSeat } from "../../../functions/licenses/rules.ts";
import { computer, entitled, LICENSE, later, NOW } from "./license.ts";

describe("judging a computer", () => {
  const taken = activateDevice(LICENSE, computer("first"), NOW);
  test("the computer that holds the seat is valid", () => {
    expect(judge(taken, "first", NOW).code).toBe("VALID");
  });
  test("another computer is not valid", () => {
    expect(judge(taken, "second", NOW).code).toBe("FINGERPRINT_MISMATCH");
  });
  test("no computer is valid while the seat is free", () => {
    expect(judge(LICENSE, "first", NOW).code).toBe("FINGERPRINT_MISMATCH");
  });
  test("the license's own state is checked first", () => {
    expect(judge(entitled({ ended: true }, taken), "second", NOW).code).toBe("EXPIRED");
  });
});

describe("a seat as its owner sees it", () => {
  const swapped = { ...LICENSE, swaps: { day: "2026-03-14", count: 1 } };

  test("counts only today's swaps, which reset at the next midnight in UTC", () => {
    expect(toSeat(swapped, NOW)).toMatchObject({
      swap_count_today: 0,
      next_reset_utc: "2026-03-16T00:00:00.000Z",
    });
    expect(toSeat(swapped, new Date("2026-03-14T23:59:59.999Z"))).toMatchObject({
      swap_count_today: 1,
      next_reset_utc: "2026-03-15T00:00:00.000Z",
    });
  });

  test("shows the lease's end only while a computer has the seat", () => {
    expect(toSeat(LICENSE, NOW).lease_ends_at).toBeNull();
    const taken = activateDevice(LICENSE, computer("first"), NOW);
    expect(toSeat(taken, NOW).lease_ends_at).toBe("2026-03-16T12:00:00.000Z");
  });

  test("shows until when its current and former computers work offline, but not those of an earlier owner", () => {
    expect(toSeat(LICENSE, NOW).offline_until).toBeNull();
    const inherited = { fingerprint: "", endsAt: later(20 * DAY).toISOString(), isFull: false };
    const first = activateDevice({ ...LICENSE, leases: [inherited] }, computer("first"), NOW);
    const refreshed = refreshDevice(first, computer("first"), "next", later(3 * DAY));
    const moved = swapDevice(refreshed, later(3 * DAY));
    expect(toSeat(moved, later(3 * DAY))).toMatchObject({
      lease_ends_at: null,
      offline_until: "2026-03-21T12:00:00.000Z",
    });
    const second = activateDevice(moved, computer("second"), later(3 * DAY));
    expect(toSeat(second, later(3 * DAY)).offline_until).toBe("2026-03-21T12:00:00.000Z");
    expect(toSeat(second, later(7 * DAY)).offline_until).toBeNull();
  });

  test("shows when the key ends: 14 days after a payment became overdue, or at the end of its term", () => {
    const overdue = entitled({ pastDueSince: "2026-03-10T12:00:00.000Z" }, LICENSE);
    expect(toSeat(overdue, NOW).works_until).toBe("2026-03-24T12:00:00.000Z");
    const term = entitled({ expiresAt: "2026-04-01T00:00:00.000Z" }, LICENSE);
    expect(toSeat(term, NOW).works_until).toBe("2026-04-01T00:00:00.000Z");
    expect(toSeat(LICENSE, NOW).works_until).toBeNull();
  });

  test("shows the name that the owner gave it", () => {
    expect(toSeat({ ...LICENSE, name: "Studio" }, NOW).name).toBe("Studio");
  });
});
