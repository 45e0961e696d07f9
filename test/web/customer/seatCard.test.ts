import { createElement } from "react";
import { expect, test } from "vitest";
import { explain } from "#shared/licenses/explain.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { ReplaceDialog } from "../../../web/src/customer/seats/ReplaceKey.tsx";
import { SeatCard } from "../../../web/src/customer/seats/SeatCard.tsx";
import { atTime } from "../../../web/src/ui/format.ts";
import { learnTime } from "../../../web/src/ui/serverClock.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";
import { SEAT } from "./situations.ts";

const SITUATION = {
  warning: null,
  graceEnds: null,
  retryAt: null,
  isOccupied: false,
  computerName: null,
  reason: null,
  isRenewable: true,
};
const EMPTY = SEAT;
const TAKEN: Seat = {
  ...EMPTY,
  computer_name: "Studio Mac",
  ip_address: "203.0.113.7",
  activated_at: "2026-11-20T09:00:00.000Z",
};
const shown = async (seat: Seat): Promise<string> =>
  await htmlOf(createElement(SeatCard, { seat, isOffered: true }));

test.each([
  ["an empty seat", EMPTY, "N/A", "N/A"],
  ["a seat with a computer", TAKEN, "Studio Mac", "203.0.113.7"],
])("%s shows the License Key, Computer Name and IP Address", async (_what, seat, name, ip) => {
  const words = wordsOf(await shown(seat));
  expect(words.replaceAll("\n", "")).toContain(`License Key${EMPTY.license_key}`);
  expect(words).toContain(`Computer Name\n${name}`);
  expect(words).toContain(`IP Address\n${ip}`);
});

test("Swap Device is enabled while the seat has a computer", async () => {
  const button = /<button[^>]*>(?:(?!<\/button>).)*Swap Device/;
  expect((await shown(TAKEN)).match(button)?.[0]).not.toContain('disabled=""');
  expect((await shown(EMPTY)).match(button)?.[0]).toContain('disabled=""');
});

test("Swap Device is disabled without a swap left today, and enabled again after the reset", async () => {
  const button = /<button[^>]*>(?:(?!<\/button>).)*Swap Device/;
  const used = { ...TAKEN, swap_count_today: TAKEN.max_daily_swaps };
  const resetIn = (ms: number) => new Date(Date.now() + ms).toISOString();
  const before = await shown({ ...used, next_reset_utc: resetIn(60_000) });
  expect(before.match(button)?.[0]).toContain('disabled=""');
  const after = await shown({ ...used, next_reset_utc: resetIn(-60_000) });
  expect(after.match(button)?.[0]).not.toContain('disabled=""');
});

test("the advice for a lost computer says until when it can work offline, and links to the providers' sites", async () => {
  const offline_until = new Date(Date.now() + 60_000).toISOString();
  const html = await shown({ ...TAKEN, offline_until });
  const words = wordsOf(html).replaceAll("\n", " ");
  for (const title of ["New computer", "Lost or stolen", "No internet"]) expect(words).toContain(title);
  expect(words).toContain(`The lost computer can work offline until ${atTime(offline_until)} at the latest.`);
  for (const site of ["platform.openai.com", "elevenlabs.io", "suno.com"])
    expect(html).toContain(`href="https://${site}/`);
});

test("a seat shows until when a former computer can work offline, even after a swap", async () => {
  const offline_until = new Date(Date.now() + 60_000).toISOString();
  for (const seat of [TAKEN, EMPTY])
    expect(wordsOf(await shown({ ...seat, offline_until }))).toContain(
      `A computer that has had this seat can work offline until ${atTime(offline_until)} at the latest.`,
    );
});

test("the advice for a lost computer begins with a new password, and says when the key was replaced", async () => {
  const advice = async (seat: Seat) =>
    wordsOf(await shown(seat))
      .replaceAll(/\s+/g, " ")
      .split("Lost or stolen ")[1]
      ?.split("Then revoke")[0];
  const first = "Change your password , which signs out every other browser";
  expect(await shown(TAKEN)).toMatch(/<a [^>]*href="\/dashboard\/account"[^>]*>Change your password/);
  const before = await advice(TAKEN);
  expect(before?.startsWith(first)).toBe(true);
  expect(before).toContain("Then replace the key, and enter the new one");
  const in1 = new Date(Date.now() + 60_000).toISOString();
  const in2 = new Date(Date.now() + 120_000).toISOString();
  const replaced = { ...TAKEN, key_replaced_at: "2026-11-20T09:00:00.000Z", offline_until: in2 };
  const after = await advice({ ...replaced, replaced_offline_until: in1 });
  expect(after).toContain(
    `The key was replaced on Nov 20, 2026. A computer with the old key can work offline until ${atTime(in1)} at the latest. If you lose another computer, do all of this again. ${first}`,
  );
  // Only the new computer can still work offline.
  const past = new Date(Date.now() - 60_000).toISOString();
  for (const replaced_offline_until of [past, null])
    expect(await advice({ ...replaced, replaced_offline_until })).not.toContain("can work offline");
});

test("the dialog that replaces a key says to change the password first", async () => {
  const words = wordsOf(
    await htmlOf(createElement(ReplaceDialog, { seat: TAKEN, onClose: () => undefined })),
  );
  expect(words.replaceAll(/\s+/g, " ")).toContain(
    "lost or stolen, change your password on the Account tab first",
  );
});

test("“Works offline until” is shown only for a future time, and not for a revoked key", async () => {
  const ends = (ms: number) => ({ ...TAKEN, lease_ends_at: new Date(Date.now() + ms).toISOString() });
  expect(wordsOf(await shown(ends(60_000)))).toContain("Works offline until");
  expect(wordsOf(await shown(ends(-60_000)))).not.toContain("Works offline until");
  expect(wordsOf(await shown({ ...ends(60_000), code: "REVOKED" }))).not.toContain("Works offline until");
  // The browser's clock may be wrong, so the page uses the server's time.
  const date = new Date(Date.now() + 120_000).toUTCString();
  learnTime(new Response(null, { headers: { date } }));
  expect(wordsOf(await shown(ends(60_000)))).not.toContain("Works offline until");
  // Resets the clock for the next test file, which shares serverClock.ts. A difference of zero would be ignored.
  learnTime(new Response(null, { headers: { date: new Date(Date.now() - 1).toUTCString() } }));
});

test("a license that does not work shows the reason, the remedy and a link", async () => {
  const html = await shown({
    ...EMPTY,
    code: "EXPIRED",
    explanation: explain({ ...SITUATION, code: "EXPIRED" }),
  });
  expect(wordsOf(html)).toContain("This license has ended.");
  expect(wordsOf(html)).toContain("Subscribe again, and the same key works again.");
  expect(html).toMatch(/<a [^>]*href="\/checkout\/subscription"/);
  expect(wordsOf(await shown(EMPTY))).not.toContain(EMPTY.explanation.sentence);
});

test("a seat whose key was replaced says that the old key no longer activates a computer", async () => {
  const replaced = { ...EMPTY, key_replaced_at: "2026-11-20T09:00:00.000Z" };
  expect(wordsOf(await shown(replaced))).toContain("The old key no longer activates a computer.");
  expect(wordsOf(await shown(EMPTY))).not.toContain("The old key");
});

test("a seat with an expired or revoked key offers no swap, no replacement and no offline license", async () => {
  const buttons = /Swap Device|Replace license key|Offline license/;
  expect(wordsOf(await shown(TAKEN))).toMatch(buttons);
  for (const code of ["EXPIRED", "REVOKED"] as const)
    expect(wordsOf(await shown({ ...TAKEN, code }))).not.toMatch(buttons);
});

test("a seat shows when its computer was activated, and whether from the network that the customer is on now", async () => {
  expect(wordsOf(await shown(TAKEN))).toContain("from a different network than the one you are on now");
  const here = { ...TAKEN, is_same_network: true };
  expect(wordsOf(await shown(here))).toContain("from the network that you are on now");
  expect(wordsOf(await shown(EMPTY))).not.toContain("network");
  // A computer that was activated with a request file has no IP address.
  const offline = wordsOf(await shown({ ...TAKEN, ip_address: null }));
  expect(offline).toMatch(/Activated on [^\n]+\.\n/);
  expect(offline).not.toContain("network");
});

test("a subscriber's key has the label “Subscription” instead of the plan's name", async () => {
  const words = wordsOf(await shown({ ...EMPTY, source: "subscription" }));
  expect(words).toMatch(/\nSubscription\n/);
  expect(words).not.toContain("Monthly");
});

test("only a seat whose key may be copied asks the owner “Was this you?”", async () => {
  const copied = { ...TAKEN, copy_suspected_at: "2026-11-20T10:00:00.000Z" };
  const words = wordsOf(await shown(copied));
  for (const word of ["Was this you?", "Yes, it was me", "No, replace the key"])
    expect(words).toContain(word);
  expect(wordsOf(await shown(TAKEN))).not.toContain("Was this you?");
});

test("a seat without a computer still names a computer that has an offline license", async () => {
  const offline = [{ computer_name: "Cabin", until: "2026-12-01T09:00:00.000Z" }];
  expect(wordsOf(await shown({ ...EMPTY, offline }))).toContain("“Cabin” has an offline license until");
  expect(wordsOf(await shown(EMPTY))).not.toContain("has an offline license");
});
