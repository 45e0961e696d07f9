import { describe, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import { MAX_REPLACEMENTS, REPLACEMENT_WINDOW } from "#shared/licenses/replacement.ts";
import { activateDevice } from "../../../../functions/licenses/devices/rules.ts";
import {
  replacementLimit,
  replacementMail,
  requireReplacement,
  withNewKey,
} from "../../../../functions/licenses/replacement/rules.ts";
import { toSeat } from "../../../../functions/licenses/rules.ts";
import { computer, LICENSE, later, NOW } from "../license.ts";

const DESK = "fingerprint-of-the-desk";
const seated = activateDevice(LICENSE, computer(DESK), NOW);
const NEW = "NEWKE-YNEWK-EYNEW-KEYNE-WKEY1";
/** Replaces the key `times` times: first now, and then once a day. */
const replacedOften = (times: number, by: "customer" | "operator" = "customer") =>
  Array.from({ length: times }).reduce<typeof LICENSE>(
    (license, _, index) => withNewKey(license, `key ${index}`, by, later(index * DAY)),
    LICENSE,
  );

describe("a new key", () => {
  const replaced = withNewKey(seated, NEW, "customer", later(1));

  test("frees the seat, and the next computer takes it without a swap", () => {
    expect(replaced).toMatchObject({
      licenseKey: NEW,
      device: null,
      id: LICENSE.id,
      grantId: LICENSE.grantId,
    });
    const back = activateDevice(replaced, computer("another-computer-0001", later(2)), later(2));
    expect(back).toMatchObject({ totalSwaps: 0, swaps: LICENSE.swaps });
  });

  test("keeps the running leases", () => {
    expect(replaced.leases).toEqual(seated.leases);
    const once = activateDevice(replaced, computer("another-computer-0001"), later(2));
    const twice = withNewKey(once, "second", "operator", later(3));
    const short = activateDevice(twice, computer("another-computer-0002"), later(4));
    expect(short.device?.leaseEndsAt).toBe(later(10 * 60_000).toISOString());
    const third = withNewKey(short, "third", "operator", later(5));
    expect(() => activateDevice(third, computer("another-computer-0003"), later(6))).toThrow(
      expect.objectContaining({ code: "SEAT_BUSY" }),
    );
  });

  test("does not show when the leases of the seat's previous owner end", () => {
    const inherited = { fingerprint: "", endsAt: later(20 * DAY).toISOString(), isFull: true };
    const { leases, earlierKeys } = withNewKey({ ...LICENSE, leases: [inherited] }, NEW, "customer", NOW);
    expect(leases).toEqual([inherited]);
    expect(earlierKeys).toMatchObject([{ offlineUntil: null }]);
  });

  test("remembers the old key, who replaced it, and how long it can work offline", () => {
    expect(replaced.earlierKeys).toEqual([
      {
        licenseKey: LICENSE.licenseKey,
        replacedAt: later(1).toISOString(),
        by: "customer",
        offlineUntil: seated.device?.leaseEndsAt,
      },
    ]);
  });
});

test("the seat says how long the old key's computers work offline, whatever the new computer does", () => {
  const replaced = withNewKey(seated, NEW, "customer", later(1));
  const again = activateDevice(replaced, computer("another-computer-0001", later(DAY)), later(DAY));
  const end = seated.device?.leaseEndsAt;
  expect(toSeat(again, later(DAY))).toMatchObject({ replaced_offline_until: end });
  expect(toSeat(again, later(DAY)).offline_until).not.toBe(end);
  expect(toSeat(seated, later(1)).replaced_offline_until).toBeNull();
});

describe("the owner's limit of replacements", () => {
  const full = replacedOften(MAX_REPLACEMENTS);
  const end = later(REPLACEMENT_WINDOW);

  test("is three within 365 days, and an older replacement does not count", () => {
    expect(replacementLimit(full, later(4 * DAY))).toEqual({
      replacements_left: 0,
      max_replacements: 3,
      next_replacement_at: end.toISOString(),
    });
    expect(() => requireReplacement(full, new Date(end.getTime() - 1))).toThrow(
      expect.objectContaining({ code: "REPLACEMENT_LIMIT", status: 429 }),
    );
    expect(() => requireReplacement(full, end)).not.toThrow();
    expect(replacementLimit(full, end)).toMatchObject({ replacements_left: 1, next_replacement_at: null });
  });

  test("does not count an operator's replacements", () => {
    expect(replacementLimit(replacedOften(5, "operator"), later(6 * DAY)).replacements_left).toBe(3);
  });
});

describe("the mail about a replaced key", () => {
  test("shows the last characters of the old key, and until when it can work offline", () => {
    const mail = replacementMail(withNewKey(seated, NEW, "customer", NOW));
    expect(mail).toMatchObject({
      id: "key-replaced:seat:1",
      to: { userId: "user" },
      template: "keyReplaced",
    });
    expect(mail?.data).toEqual({
      who: "You",
      oldEnd: "PJ5ZE",
      when: "March 15, 2026 at 12:00 PM UTC",
      offline:
        "A computer with the old key can work offline until March 16, 2026 at 12:00 PM UTC at the latest.",
    });
    expect(JSON.stringify(mail)).not.toContain(NEW);
  });

  test("says that no computer was working with the old key, and that support replaced the key", () => {
    expect(replacementMail(withNewKey(LICENSE, NEW, "operator", NOW))?.data).toMatchObject({
      who: "Our support team",
      offline: "No computer was working with the old key.",
    });
  });
});
