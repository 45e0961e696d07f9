import { createElement, type ReactElement } from "react";
import { expect, test } from "vitest";
import { COLUMNS as ACTIVITY } from "../../../web/src/operator/activity/columns.tsx";
import { COLUMNS as AFFILIATES } from "../../../web/src/operator/affiliates/columns.tsx";
import { COLUMNS as DISPUTES } from "../../../web/src/operator/disputes/DisputeDesk.tsx";
import { COLUMNS as KEYS } from "../../../web/src/operator/keys/columns.tsx";
import { KeyPanel } from "../../../web/src/operator/keys/KeyPanel.tsx";
import { type Column, DataTable } from "../../../web/src/operator/kit/DataTable.tsx";
import { PAYOUT_COLUMNS, REQUEST_COLUMNS } from "../../../web/src/operator/payouts/columns.tsx";
import { COLUMNS as ALERTS, AlertPanel } from "../../../web/src/operator/security/SecurityTab.tsx";
import { COLUMNS as USERS } from "../../../web/src/operator/users/columns.tsx";
import { UserPanel } from "../../../web/src/operator/users/UserPanel.tsx";
import {
  activityLine,
  affiliate,
  alert,
  key,
  payout,
  payoutRequest,
  user,
} from "../../support/backOfficeRows.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const wordsIn = async (element: ReactElement): Promise<string> => wordsOf(await htmlOf(element));

/** The text of each row by cell, with the head first. */
async function linesOf<T extends { id: string }>(columns: readonly Column<T>[], rows: readonly T[]) {
  const table = createElement(DataTable<T>, { label: "", columns, rows, empty: "" });
  return (await htmlOf(table))
    .split("<tr")
    .slice(1)
    .map((row) =>
      row
        .split(/<t[hd]/)
        .slice(1)
        .map((cell) => wordsOf(`<td${cell}`)),
    );
}

const heads = (columns: readonly Column<never>[]): string[] => columns.map(({ head }) => head);

test("a user's row has eight columns, and both the row and the panel show membership and suspension", async () => {
  const suspended = {
    ...user(0),
    is_suspended: true,
    last_login_location: "DE",
    last_login_ip: "203.0.113.0",
  };
  expect(heads(USERS)).toEqual([
    "Email",
    "Membership",
    "Subscription",
    "Seats",
    "Created",
    "Last sign-in",
    "Location",
    "IP",
  ]);
  const [, row = []] = await linesOf(USERS, [suspended]);
  expect(row[0]).toBe(suspended.email);
  expect(row[1]).toBe("active\nsuspended");
  expect([row[2], row[3], row[6], row[7]]).toEqual(["active", "0", "DE", "203.0.113.0"]);
  const panel = await wordsIn(createElement(UserPanel, { user: suspended }));
  for (const words of ["Membership\nactive\nsuspended", "Suspended\nyes", "Changed", "Last sign-in"])
    expect(panel).toContain(words);
});

test.each([
  ["active", "active", "active"],
  ["trial", "trialing", "trial"],
  ["trial", null, "free"],
  ["trial", "canceled", "free"],
  ["expired", null, "expired"],
  ["expired", "canceled", "expired"],
  // A dispute suspends the license of a subscription that keeps renewing.
  ["expired", "active", "license stopped"],
  ["expired", "past_due", "license stopped"],
  ["inactive", null, "inactive"],
] as const)(
  "the membership %s (subscription: %s) is shown as “%s”",
  async (membership_status, subscription_status, shown) => {
    const is = { membership_status, subscription_status, is_suspended: false };
    const [, row = []] = await linesOf(USERS, [{ ...user(0), ...is }]);
    expect(row[1]).toBe(shown);
  },
);

test("a dispute's row names the customer, or says that the customer is unknown", async () => {
  const dispute = {
    ...{ id: "dp_1", payment_id: "pi_1", user_id: "user-1", customer_email: "ann@example.com" },
    ...{ amount_cents: 3000, currency: "usd", reason: "fraudulent", status: "won", is_inquiry: false },
    ...{ due_by: null, can_answer: false, submitted: true, created_at: "2026-11-20T00:00:00.000Z" },
  };
  const { customer_email: _, ...unknown } = dispute;
  const nobody = { ...unknown, user_id: null };
  const [, ...rows] = await linesOf(DISPUTES, [dispute, unknown, nobody]);
  expect(rows.map((row) => row[4])).toEqual(["ann@example.com", "Open", "unknown"]);
});

const KEY_TABLE = { label: "", columns: KEYS as never, rows: [], empty: "" };

test("a key's row has ten columns, and shows 'Unassigned' without an owner and 'Account deleted' for a deleted owner", async () => {
  expect(heads(KEYS)).toEqual([
    "Key",
    "User",
    "Assigned",
    "Computer",
    "IP",
    "Last used",
    "Computers",
    "Swaps today",
    "Swaps in total",
    "State",
  ]);
  const [, mine = [], unassigned = []] = await linesOf(KEYS, [key(1), key(3)]);
  expect(mine[1]).toBe(key(1).user_email);
  expect(mine.slice(3, 5)).toEqual(["studio-mac-1", "198.51.100.1"]);
  expect(mine.slice(6)).toEqual(["1", "1 of 5", "2", "active"]);
  expect(unassigned[1]).toBe("Unassigned");
  const deleted = { ...key(2), user_email: null };
  expect((await linesOf(KEYS, [deleted]))[1]?.[1]).toBe("Account deleted");
  const panel = await wordsIn(createElement(KeyPanel, { row: deleted }));
  expect(panel).toContain("Account deleted");
  expect(panel).not.toContain("Unassign");
  const rule =
    "If the application itself freed the seat, a new computer counts as a swap only if it activates less than a day after the previous computer did.";
  expect(panel).toContain(`Total swaps\n4\n${rule}`);
  expect(await htmlOf(createElement(DataTable, KEY_TABLE))).toContain(`title="${rule}"`);
});

test("a key's panel offers the actions of its state, and shows the whole key only on request", async () => {
  const offered = async (row: Parameters<typeof KeyPanel>[0]["row"]) => {
    const html = await htmlOf(createElement(KeyPanel, { row }));
    const buttons = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)];
    return {
      words: wordsOf(html),
      can: buttons
        .filter(([, attributes = ""]) => !attributes.includes('disabled=""'))
        .map(([, , of = ""]) => wordsOf(of)),
    };
  };
  const active = await offered({ ...key(1), is_active: true, swap_count_today: 2 });
  expect(active.can).toEqual(expect.arrayContaining(["Show key", "Deactivate", "Reset swaps"]));
  expect(active.words).toContain(key(1).license_key);
  expect(active.can).not.toContain("Assign");
  expect((await offered({ ...key(2), is_active: true })).can).toContain("Unassign");
  const inactive = await offered({ ...key(3), is_active: false, swap_count_today: 0 });
  expect(inactive.can).toEqual(expect.arrayContaining(["Assign", "Activate"]));
  expect(inactive.can).not.toEqual(expect.arrayContaining(["Deactivate"]));
  expect(inactive.can).not.toEqual(expect.arrayContaining(["Reset swaps"]));
});

test("an affiliate's row has nine columns, which show the rate in percent and whether the affiliate is active or suspended", async () => {
  expect(heads(AFFILIATES)).toEqual([
    "Affiliate",
    "Code",
    "Referrals",
    "Earned",
    "Pending payout",
    "Last payout",
    "Rate",
    "Joined",
    "State",
  ]);
  const rows = [affiliate(2), { ...affiliate(3), is_active: false }];
  const [, active = [], suspended = []] = await linesOf(AFFILIATES, rows);
  expect(active.slice(0, 5)).toEqual([affiliate(2).email, "MAKER2", "14", "$246.90", "$24.68"]);
  expect(active[6]).toMatch(/^20\s?%$/);
  expect([active[8], suspended[8]]).toEqual(["active", "suspended"]);
});

test("click rows show referrer, device, country, bot and time, and a bot's click has the status fail", async () => {
  expect(heads(ACTIVITY.click)).toEqual([
    "Time",
    "Referrer",
    "Device",
    "Country",
    "Bot",
    "Affiliate",
    "Status",
  ]);
  const bot = activityLine(3);
  expect(bot).toMatchObject({ type: "click", is_bot: true });
  const [, person = [], machine = []] = await linesOf(ACTIVITY.click, [activityLine(5), bot]);
  expect(person[1]).toContain("video.example");
  expect(person.slice(2, 5)).toEqual(["mobile", "US", "—"]);
  expect(person[6]).toBe("success");
  expect([machine[4], machine[6]]).toEqual(["bot", "fail"]);
});

test("conversion rows show amount, currency, status and time", async () => {
  expect(heads(ACTIVITY.conversion).slice(0, 5)).toEqual([
    "Time",
    "Amount",
    "Currency",
    "Affiliate",
    "Status",
  ]);
  const [, row = []] = await linesOf(ACTIVITY.conversion, [activityLine(1)]);
  expect([row[1], row[2], row[4]]).toEqual(["$30.00", "USD", "success"]);
});

test("a payout request's row shows address, amount, state and time, and a payout's row also shows both ids", async () => {
  expect(heads(REQUEST_COLUMNS)).toEqual(["Affiliate", "Asked for", "State", "Requested"]);
  const requests = [payoutRequest(1), payoutRequest(2), payoutRequest(3)].map((row) => row);
  const lines = await linesOf(REQUEST_COLUMNS, requests);
  expect(lines[1]?.slice(0, 3)).toEqual([payoutRequest(1).affiliates.profiles.email, "$57.50", "pending"]);
  expect(lines.slice(1).map(([, , state]) => state)).toEqual(["pending", "approved", "rejected"]);
  expect(heads(PAYOUT_COLUMNS)).toEqual([
    "Affiliate",
    "Payout",
    "Affiliate ID",
    "Amount",
    "State",
    "Requested",
  ]);
  const payouts = await linesOf(PAYOUT_COLUMNS, [0, 1, 2, 3, 4, 5, 6].map(payout));
  expect(payouts[1]?.slice(2, 4)).toEqual(["affiliat", "$23.50"]);
  expect(payouts.slice(1).map(([, , , , state]) => state)).toEqual([
    "pending",
    "approved",
    "paid",
    "failed",
    "waiting for Stripe",
    "canceled",
    "processing",
  ]);
});

test("an alert shows user, type, severity, description, metadata and time, and once it is resolved, also who resolved it and when", async () => {
  const [, row = []] = await linesOf(ALERTS, [alert(2)]);
  const line = row.join("\n");
  for (const words of ["suspicious ip", "high", alert(2).user_email ?? "", alert(2).description])
    expect(line).toContain(words);
  const open = await wordsIn(createElement(AlertPanel, { alert: alert(2) }));
  for (const words of ["computers\n7", "country\nDE", "Resolved\nno", "First seen", "Resolve"])
    expect(open).toContain(words);
  const resolved = {
    resolved: true,
    resolved_by: "operator@example.com",
    resolved_at: "2026-11-20T10:00:00.000Z",
  };
  const closed = await wordsIn(createElement(AlertPanel, { alert: { ...alert(2), ...resolved } }));
  expect(closed).toContain("Resolved by\noperator@example.com");
  expect(closed).toMatch(/Resolved\n.*2026/);
});

test("the heads of columns sort a list, but not the results of a search", async () => {
  const users = createElement(DataTable<ReturnType<typeof user>>, {
    label: "Users",
    columns: USERS,
    rows: [user(0)],
    empty: "",
  });
  const headOf = async (query: string) =>
    (await htmlOf(users, null, `/admin/users?${query}`)).split("<tbody")[0] ?? "";
  const sorted = await headOf("sort=email&order=asc");
  expect(sorted).toContain('aria-sort="ascending"');
  expect(sorted.match(/<a /g)).toHaveLength(3);
  // The other two sortable heads show an icon.
  expect(sorted.match(/<th[^>]*aria-sort="none"[^>]*><a [^>]*>[^<]*<svg/g)).toHaveLength(2);
  const searched = await headOf("sort=email&order=asc&search=1a2b3c4d");
  expect(searched).not.toMatch(/aria-sort|<a |<svg/);
  expect(wordsOf(searched)).toContain("Email");
});
