import { expect, test } from "vitest";
import { activateDevice, swapDevice } from "../../../functions/licenses/devices/rules.ts";
import { withNewKey } from "../../../functions/licenses/replacement/rules.ts";
import { toSeat } from "../../../functions/licenses/rules.ts";
import { LIVE_EVERY } from "../../../web/src/app/useLive.ts";
import { newsOf } from "../../../web/src/customer/seats/useNews.ts";
import { computer, LICENSE, NOW } from "../../functions/licenses/license.ts";

const taken = activateDevice(LICENSE, computer("fingerprint-of-the-desk"), NOW);
const [free, occupied] = [LICENSE, taken].map((license) => [toSeat(license, NOW)]);
const left = [toSeat({ ...taken, device: null }, NOW)];

test("the page announces a computer that got or lost its seat while the page was open", () => {
  expect(newsOf(free ?? [], occupied ?? [])).toEqual(["“studio-mac” was just activated."]);
  expect(newsOf(occupied ?? [], left)).toEqual(["“studio-mac” no longer has its seat."]);
});

test.each([
  ["nothing changed", taken],
  ["the owner swapped the seat", swapDevice(taken, NOW)],
  ["the owner replaced the key", withNewKey(taken, "new key", "customer", NOW)],
])("the page announces nothing if %s", (_what, after) => {
  expect(newsOf(occupied ?? [], [toSeat(after, NOW)])).toEqual([]);
});

test("the page does not announce a new seat", () => {
  expect(newsOf([], occupied ?? [])).toEqual([]);
});

test("the page polls more often than every five seconds", () => {
  expect(LIVE_EVERY).toBeLessThan(5_000);
});
