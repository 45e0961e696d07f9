import { expect, test } from "vitest";
import { activateDevice } from "../../../functions/licenses/devices/rules.ts";
import { withNewKey } from "../../../functions/licenses/replacement/rules.ts";
import { toSeat } from "../../../functions/licenses/rules.ts";
import { swapDevice } from "../../../functions/licenses/swapRules.ts";
import { LIVE_EVERY } from "../../../web/src/app/useLive.ts";
import { newsOf } from "../../../web/src/customer/seats/useNews.ts";
import { computer, LICENSE, NOW } from "../../functions/licenses/license.ts";

const taken = activateDevice(LICENSE, computer("fingerprint-of-the-desk"), NOW);
const [free, occupied] = [LICENSE, taken].map((license) => [toSeat(license, NOW)]);
const left = [toSeat({ ...taken, device: null }, NOW)];

test("a computer that came or left while the page was open is news", () => {
  expect(newsOf(free ?? [], occupied ?? [])).toEqual(["“studio-mac” was just activated."]);
  expect(newsOf(occupied ?? [], left)).toEqual(["“studio-mac” no longer has its seat."]);
});

test.each([
  ["nothing changed", taken],
  ["the owner swapped it away", swapDevice(taken, NOW)],
  ["the owner replaced the key", withNewKey(taken, "new key", "customer", NOW)],
])("a page has no news where %s", (_what, after) => {
  expect(newsOf(occupied ?? [], [toSeat(after, NOW)])).toEqual([]);
});

test("a seat that is new is no news, for another page brought it", () => {
  expect(newsOf([], occupied ?? [])).toEqual([]);
});

test("the page reads often enough that a change shows within five seconds", () => {
  expect(LIVE_EVERY).toBeLessThan(5_000);
});
