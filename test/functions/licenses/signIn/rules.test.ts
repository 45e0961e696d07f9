import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE, SECOND } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import type { SignIn } from "#shared/licenses/signInRow.ts";
import { formatUserCode, parseUserCode, USER_CODE_LETTERS } from "#shared/licenses/userCode.ts";
import { activateDevice } from "../../../../functions/licenses/devices/rules.ts";
import {
  answered,
  newSignIn,
  poll,
  seatFor,
  toRequest,
} from "../../../../functions/licenses/signIn/rules.ts";
import { computer, entitled, LICENSE, later, NOW } from "../license.ts";

const DESK = "fingerprint-of-the-desk";
const ASKED = newSignIn(
  {
    userCode: "WDJB-MJHT",
    secretHash: "hash",
    fingerprint: DESK,
    computerName: "Desk",
    os: "macOS 15",
    appVersion: "1.0",
    address: "203.0.113.24",
    country: "DE",
  },
  NOW,
);
const refusal = (code: string) => expect.objectContaining({ code });

describe("the code that a computer shows", () => {
  test("is read in every usual spelling, and cannot form a word", () => {
    for (const typed of ["WDJB-MJHT", "wdjbmjht", " wdjb mjht ", "WDJB.MJHT"])
      expect(parseUserCode(typed)).toBe("WDJB-MJHT");
    for (const typed of ["", "WDJB-MJH", "WDJB-MJHTT", "AEIO-UAEI", "1234-5678"])
      expect(parseUserCode(typed)).toBeUndefined();
    expect(USER_CODE_LETTERS).not.toMatch(/[AEIOUY0-9]/);
  });
  test("made from any random numbers is read back unchanged", () => {
    const numbers = fc.array(fc.nat(19), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(numbers, (random) => {
        const code = formatUserCode(random);
        expect(parseUserCode(code)).toBe(code);
      }),
    );
  });
});

describe("a computer's poll", () => {
  const polls = (signIn: SignIn, ...seconds: number[]) =>
    seconds.reduce<{ signIn: SignIn; said: string[] }>(
      ({ signIn: before, said }, second) => {
        const { status, after } = poll(before, later(second * SECOND));
        return { signIn: after, said: [...said, `${status} ${after.interval / SECOND}`] };
      },
      { signIn, said: [] },
    ).said;

  test("every five seconds is answered as pending", () => {
    expect(polls(ASKED, 5, 10, 15)).toEqual(["pending 5", "pending 5", "pending 5"]);
  });
  test("that comes early adds five seconds to the interval", () => {
    expect(polls(ASKED, 5, 6, 12, 32)).toEqual(["pending 5", "slow_down 10", "slow_down 15", "pending 15"]);
  });
  test("after ten minutes is answered as expired, even after an approval", () => {
    const approved = answered(ASKED, "ann", "key", NOW);
    expect(polls(ASKED, 599, 600)).toEqual(["pending 5", "expired 5"]);
    expect(polls(approved, 599, 599, 600)).toEqual(["approved 5", "approved 5", "expired 5"]);
  });
  test("of a denied computer is answered as denied", () => {
    expect(poll(answered(ASKED, "ann", null, NOW), NOW).status).toBe("denied");
  });
});

describe("an owner's answer", () => {
  const approved = answered(ASKED, "ann", "key", NOW);
  test("can be repeated, but a different answer is refused", () => {
    expect(answered(approved, "ann", "key", NOW)).toBe(approved);
    for (const [user, key] of [
      ["bob", "key"],
      ["ann", null],
      ["ann", "other"],
    ] as const)
      expect(() => answered(approved, user, key, NOW)).toThrow(refusal("NOT_FOUND"));
  });
  test("after ten minutes, or without a request, is refused", () => {
    expect(() => answered(ASKED, "ann", "key", later(10 * MINUTE))).toThrow(refusal("NOT_FOUND"));
    expect(() => answered(undefined, "ann", "key", NOW)).toThrow(refusal("NOT_FOUND"));
  });
});

describe("a seat for a sign-in", () => {
  const LAPTOP = activateDevice(LICENSE, computer("fingerprint-of-the-laptop"), NOW);
  test("stays unchanged if it is free or belongs to the computer", () => {
    const own = activateDevice(LICENSE, computer(DESK), NOW);
    for (const license of [LICENSE, own]) expect(seatFor(license, ASKED, false, NOW)).toBe(license);
  });
  test("of another computer is cleared only by a swap that counts", () => {
    expect(() => seatFor(LAPTOP, ASKED, false, NOW)).toThrow(refusal("SEAT_TAKEN"));
    expect(seatFor(LAPTOP, ASKED, true, NOW)).toMatchObject({
      device: null,
      vacatedBy: "swap",
      totalSwaps: 1,
    });
    const used = { ...LAPTOP, swaps: { day: "2026-03-15", count: 1 } };
    expect(() => seatFor(used, ASKED, true, NOW)).toThrow(refusal("SWAP_LIMIT"));
  });
  test("of a license that does not work is refused with its reason", () => {
    expect(() => seatFor(entitled({ ended: true }), ASKED, true, NOW)).toThrow(refusal("EXPIRED"));
  });
  test("that costs no swap is offered first, and an unusable seat last, with the reason", () => {
    const named = (name: string, license: License) => ({ ...license, name, licenseKey: name });
    const licenses = [
      named("ended", entitled({ ended: true, tier: "pro" })),
      named("laptop", LAPTOP),
      named("pro laptop", { ...entitled({ tier: "pro" }), device: LAPTOP.device }),
      named("free", LICENSE),
      named("pro", entitled({ tier: "pro" })),
    ];
    const { choices } = toRequest(ASKED, licenses, NOW);
    expect(choices.map(({ name }) => name)).toEqual(["pro", "free", "pro laptop", "laptop", "ended"]);
    expect(choices.map(({ replaces }) => replaces)).toEqual([null, null, "studio-mac", "studio-mac", null]);
    expect(choices.flatMap(({ problem }) => problem?.code ?? [])).toEqual(["EXPIRED"]);
  });
});
