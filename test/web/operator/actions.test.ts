import { createElement, type ReactElement } from "react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sendPasswordReset } from "#shared/accounts/operator.ts";
import { halt, listActivity } from "#shared/affiliates/operator.ts";
import { suspendUser } from "#shared/customers/operator.ts";
import type { UserRow } from "#shared/customers/userRow.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import {
  assignLicenseKey,
  createLicenseKey,
  DURATIONS,
  resetSwaps,
  revokeKey,
} from "#shared/licenses/operator.ts";
import { approve, transfer } from "#shared/payouts/operator.ts";
import type { Destination } from "#shared/referrals/destination.ts";
import { createDestination, updateDestination } from "#shared/referrals/operator.ts";
import { resolveAlert } from "#shared/security/operator.ts";
import { saveBoard } from "#shared/status/operator.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { logger } from "../../../web/src/app/log.ts";
import * as activity from "../../../web/src/operator/activity/ActivityTab.tsx";
import { Halt } from "../../../web/src/operator/affiliates/AffiliatePart.tsx";
import * as affiliates from "../../../web/src/operator/affiliates/AffiliatesTab.tsx";
import * as audit from "../../../web/src/operator/audit/AuditLog.tsx";
import { CustomerTools } from "../../../web/src/operator/customer/CustomerTools.tsx";
import { Component as Destinations } from "../../../web/src/operator/destinations/DestinationsTab.tsx";
import { AccessScreen } from "../../../web/src/operator/gate/AccessScreen.tsx";
import { GenerateKey } from "../../../web/src/operator/keys/GenerateKey.tsx";
import { KeyActions } from "../../../web/src/operator/keys/KeyActions.tsx";
import * as keys from "../../../web/src/operator/keys/KeysTab.tsx";
import { nameSearch } from "../../../web/src/operator/kit/searches.ts";
import { PayoutPanel } from "../../../web/src/operator/payouts/PayoutPanel.tsx";
import * as payouts from "../../../web/src/operator/payouts/PayoutsTab.tsx";
import { RunDialog } from "../../../web/src/operator/payouts/RunDialog.tsx";
import { AlertPanel } from "../../../web/src/operator/security/SecurityTab.tsx";
import { Component as Settings } from "../../../web/src/operator/settings/SettingsTab.tsx";
import { Desk } from "../../../web/src/operator/shell/Desk.tsx";
import { loadStats } from "../../../web/src/operator/shell/Shell.tsx";
import { PasswordReset, UserActions } from "../../../web/src/operator/users/UserActions.tsx";
import * as users from "../../../web/src/operator/users/UsersTab.tsx";
import { GRANT, STATS } from "../../support/backOfficeAnswers.ts";
import { activityLine, affiliate, alert, key, payout, user } from "../../support/backOfficeRows.ts";
import { mounted } from "../../support/mounted.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

type Options = { success?: string; failure?: (error: unknown) => string };
const given = vi.hoisted(() => ({
  actions: new Map<unknown, unknown>(),
  error: null as unknown,
  asked: [] as { path: string; input: unknown }[],
  answer: (): unknown => ({}),
  busy: false,
}));
vi.mock("../../../web/src/api/useAction.ts", () => ({
  useAnyAction: (contract: Endpoint, options: Options) => {
    given.actions.set(contract, options);
    return { run: async () => undefined, pending: false, error: given.error };
  },
}));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: unknown) => {
    given.asked.push({ path, input });
    return given.answer();
  },
}));
vi.mock("../../../web/src/operator/gate/admission.ts", async (original) => ({
  ...(await original<object>()),
  isFlagged: () => true,
}));
vi.mock("../../../web/src/operator/gate/useOperatorSignIn.ts", () => ({
  useOperatorSignIn: () => ({ step: null, failure: null, busy: given.busy }),
}));
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  given.actions.clear();
  given.asked.length = 0;
  given.error = null;
  given.answer = () => ({});
  given.busy = false;
});

const AWAY = new ApiError("DATABASE_ERROR", "Database is away.");
const BROKEN = new ApiError("INTERNAL_ERROR", "An unexpected error occurred. Please try again.", {
  status: 500,
});
const shown = async (element: ReactElement, data: unknown = null): Promise<string> =>
  wordsOf(await htmlOf(element, data));
const optionsOf = (contract: Endpoint): Options => given.actions.get(contract) ?? {};

describe("an action", () => {
  const board = {
    value: { services: { chatgpt: "green", suno: "green", elevenlabs: "green" }, incidents: [] },
    failure: null,
  };
  const history = { value: { changes: [] }, failure: null };
  const consent = { value: null, failure: null };
  const people = consent;
  const tour: Destination = {
    id: "tour",
    name: "Tour",
    url: "https://x.example",
    is_active: true,
    created_at: "2026-11-03T09:05:00.000Z",
  };

  /** Renders a part of a page. The rendering records the part's actions. */
  const page =
    <Props extends object>(part: (props: Props) => ReactElement, props: Props, data: unknown = null) =>
    () =>
      shown(createElement(part, props), data);
  const network = { value: { rows: [tour] }, failure: null };

  test.each<[string, Endpoint, () => Promise<string>]>([
    ["Failed to send reset email", sendPasswordReset, page(PasswordReset, { user: user(0) })],
    ["Failed to suspend", suspendUser, page(UserActions, { user: user(0) })],
    ["Failed to unsuspend", suspendUser, page(UserActions, { user: user(4) })],
    ["Failed to deactivate", revokeKey, page(KeyActions, { row: key(1) })],
    ["Failed to reset swaps", resetSwaps, page(KeyActions, { row: key(1) })],
    ["Failed to resolve alert", resolveAlert, page(AlertPanel, { alert: alert(0) })],
    ["Failed to update affiliate status", halt, page(Halt, { affiliate: affiliate(1) })],
    ["Approve failed", approve, page(PayoutPanel, { payout: payout(0) })],
    ["Transfer failed", transfer, page(PayoutPanel, { payout: payout(1) })],
    ["Failed to create", createDestination, page(Destinations, {}, network)],
    ["Failed to update", updateDestination, page(Destinations, {}, network)],
  ])("shows '%s' with the reason if it fails", async (words, contract, render) => {
    await render();
    expect(optionsOf(contract).failure?.(AWAY)).toBe(`${words}: Database is away.`);
  });

  test.each([
    ["approved", "Initiate transfer", 1],
    ["reconciling", "Ask Stripe", 4],
    ["processing", "Ask Stripe", 6],
  ])("on a payout that is %s is the enabled button '%s'", async (status, label, at) => {
    expect(payout(at).status).toBe(status);
    const html = await htmlOf(createElement(PayoutPanel, { payout: payout(at) }));
    const [, attributes] = new RegExp(`<button([^>]*)><span[^>]*>${label}</span></button>`).exec(html) ?? [];
    expect(attributes).toBeDefined();
    expect(attributes).not.toContain("disabled=");
  });

  test("that fails to save a status shows 'Failed to save status'", async () => {
    await shown(createElement(Settings), { board, history, consent, people });
    expect(optionsOf(saveBoard).failure?.(AWAY)).toBe("Failed to save status");
  });

  test("that works shows 'Password reset email sent!' or 'Status updated'", async () => {
    await shown(createElement(PasswordReset, { user: user(0) }));
    await shown(createElement(Settings), { board, history, consent, people });
    expect(optionsOf(sendPasswordReset).success).toBe("Password reset email sent!");
    expect(optionsOf(saveBoard).success).toBe("Status updated");
  });

  test.each([
    ["calc", "Run calc failed"],
    ["distribute", "Run distribute failed"],
  ] as const)("that starts a run of %s shows '%s' if it fails", async (kind, words) => {
    given.error = AWAY;
    expect(
      await shown(
        createElement(RunDialog, { kind, onApprove: async () => undefined, onClose: () => undefined }),
      ),
    ).toContain(`${words}\nDatabase is away.`);
    given.error = BROKEN;
    expect(
      await shown(
        createElement(RunDialog, { kind, onApprove: async () => undefined, onClose: () => undefined }),
      ),
    ).toContain(`${words}\nThe run may have started.`);
  });

  test("to save the settings is disabled until the status has loaded", async () => {
    const html = await htmlOf(createElement(Settings), {
      board: { value: null, failure: "" },
      history,
      consent,
      people,
    });
    expect(html).toMatch(/<button type="submit"[^>]*disabled=""[^>]*><span[^>]*>Save Settings/);
    const loaded = await htmlOf(createElement(Settings), { board, history, consent, people });
    expect(loaded).toContain("Save Settings");
    expect(loaded).not.toMatch(/<button type="submit"[^>]*disabled=""[^>]*><span[^>]*>Save Settings/);
  });
});

describe("the buttons and forms", () => {
  test("suspend or unsuspend an account, and suspend or reactivate an affiliate", async () => {
    expect(await shown(createElement(UserActions, { user: user(0) }))).toBe("Suspend");
    const actions = (subscription_status: UserRow["subscription_status"]) =>
      shown(createElement(UserActions, { user: { ...user(4), subscription_status } }));
    expect(await actions("active")).toBe("Unsuspend\nCancel subscription");
    expect(await actions("canceled")).toBe("Unsuspend");
    const grants = [{ ...GRANT, subscription_status: "active" as const, ends_at: null }];
    const tools = (at: number) => shown(createElement(CustomerTools, { user: user(at), grants }));
    expect(await tools(0)).toBe("Generate key\nEnd subscription\nAdd note");
    expect(await tools(4)).toBe("Generate key\nAdd note");
    expect(await actions(null)).toBe("Unsuspend");
    expect(await shown(createElement(Halt, { affiliate: affiliate(1) }))).toBe("Suspend affiliate");
    expect(await shown(createElement(Halt, { affiliate: affiliate(3) }))).toBe("Reactivate affiliate");
  });

  test.each([
    ["a lost dispute ends it", { is_final: true as const }, [], false],
    ["the customer owns a lifetime license", {}, [{}], false],
    ["the customer owns a lifetime license that is switched off", {}, [{ code: "INACTIVE" as const }], false],
    ["the customer's lifetime license was refunded", {}, [{ code: "REVOKED" as const }], true],
  ])(
    "offer to resume a subscription only if it can continue: %s",
    async (_when, change, licenses, isOffered) => {
      const ending = {
        ...GRANT,
        source: "subscription",
        subscription_status: "active",
        ends_at: 1,
        ...change,
      };
      const lifetimes = licenses.map((license) => ({
        ...GRANT,
        source: "lifetime",
        code: "VALID",
        ...license,
      }));
      const grants = [ending, ...lifetimes] as never;
      const tools = await shown(createElement(CustomerTools, { user: user(0), grants }));
      expect(tools.includes("Resume subscription")).toBe(isOffered);
    },
  );

  test("say that the suspension of an affiliate holds the commissions that are not yet in a payout", async () => {
    const page = await mounted(
      [{ path: "/", element: createElement(Halt, { affiliate: affiliate(1) }) }],
      "/",
    );
    await page.press("Suspend affiliate");
    expect(page.words()).toContain(
      "Commissions that are not yet in a payout are held until you reactivate the affiliate.",
    );
    expect(page.words()).not.toContain("$12.34");
  });

  test("generate a monthly key with 1 swap a day by default and 1 to 10 allowed, and refuse a key without a user", async () => {
    const html = await htmlOf(createElement(GenerateKey, { onClose: () => undefined }));
    expect(wordsOf(html)).toContain(
      "Step 1 of 2: settings. The key appears in the owner's account. We do not mail the owner.",
    );
    expect(html).toMatch(/<option value="monthly" selected="">/);
    expect(html).toMatch(/<input[^>]*type="number"[^>]*min="1"[^>]*max="10"[^>]*value="1"/);
    expect(DURATIONS).toEqual(["monthly", "yearly", "lifetime"]);
    expect(createLicenseKey.input.parse({ userId: "u1" })).toEqual({
      userId: "u1",
      note: "",
      duration: "monthly",
      maxDailySwaps: 1,
    });
    for (const maxDailySwaps of [0, 11])
      expect(createLicenseKey.input.safeParse({ userId: "u1", maxDailySwaps }).success).toBe(false);
    expect(createLicenseKey.input.safeParse({ userId: "" }).success).toBe(false);
    expect(assignLicenseKey.input.safeParse({ licenseKeyId: "k" }).success).toBe(false);
  });

  test("of the sign-in screen say 'Authenticating...' during the request", async () => {
    const screen = createElement(AccessScreen, { notice: null });
    expect(await shown(screen)).toMatch(/Admin Access\n[\s\S]*Email\nPassword\n[\s\S]*Access Admin Panel/);
    given.busy = true;
    expect(await shown(screen)).toContain("Authenticating...");
  });
});

describe("the lists request", () => {
  const request = (query = "") => ({ request: new Request(`http://localhost/admin${query}`) });

  test.each([
    ["users", users.loader, "/api/admin/users"],
    ["keys", keys.loader, "/api/admin/license-keys"],
    ["affiliates", affiliates.loader, "/admin/affiliates"],
  ] as const)("%s with 25 a page", async (_list, loader, path) => {
    await loader(request());
    expect(given.asked).toMatchObject([{ path, input: { limit: 25 } }]);
  });

  test("affiliates by status and search", async () => {
    await affiliates.loader(request(`?status=suspended&search=${nameSearch("ada")}`));
    expect(given.asked).toMatchObject([
      { path: "/admin/affiliates/search", input: { status: "suspended", search: "ada" } },
    ]);
  });

  test("the audit log by every filter, and a search at the endpoint for searches", async () => {
    const input = { userId: "u1", day: "2026-11-03", area: "keys", action: "licenses/revokeKey" };
    const query = "?user=u1&day=2026-11-03&area=keys&action=licenses/revokeKey";
    await audit.loader(request(query));
    await audit.loader(request(`${query}&search=${nameSearch("ada")}`));
    expect(given.asked.filter(({ path }) => path.startsWith("/api/admin/audit"))).toMatchObject([
      { path: "/api/admin/audit", input },
      { path: "/api/admin/audit/search", input: { ...input, search: "ada" } },
    ]);
  });

  test("payout requests and payouts as two lists with 25 a page each", async () => {
    await payouts.loader(request("?status=paid&request-status=pending"));
    expect(given.asked).toMatchObject([
      { path: "/admin/payout-requests", input: { limit: 25, status: "pending" } },
      { path: "/admin/payouts", input: { limit: 25, status: "paid" } },
    ]);
  });

  test("activity by type and affiliate with 50 a page, or 25 or 100", async () => {
    await activity.loader(request());
    await activity.loader(request("?limit=25&type=click"));
    await activity.loader(request("?limit=100&type=conversion&affiliate=a1"));
    await activity.loader(request("?limit=7"));
    expect(given.asked.map(({ input }) => input)).toMatchObject([
      { limit: 50 },
      { limit: 25, type: "click" },
      { limit: 100, type: "conversion", affiliate_id: "a1" },
      { limit: 50 },
    ]);
    expect(listActivity.input.safeParse({ limit: 30 }).success).toBe(false);
  });
});

test("the activity log shows the affiliate's address, or the beginning of the id if the address is unknown", async () => {
  const value = {
    logs: [activityLine(1), { ...activityLine(2), affiliate_id: "0123456789" }],
    emails: { "affiliate-1": "ann@example.com" },
    total: 2,
    next: null,
  };
  const page = { page: { value, failure: null }, found: [], affiliateId: undefined };
  const words = await shown(createElement(activity.Component), page);
  expect(words).toMatch(/ann@example\.com[\s\S]*01234567\n/);
});

describe("the desk", () => {
  const desk = (stats: typeof STATS | null) =>
    htmlOf(
      createElement(Desk, {
        email: "operator@example.com",
        isReader: false,
        stats,
        needs: { needs: [], unknown: [], disputes: [], incidents: [] },
      }),
      null,
      "/admin",
    );

  test("shows the Quick Stats with the revenue in whole dollars", async () => {
    const words = wordsOf(await desk(STATS));
    expect(words).toMatch(
      /Total Users\n20,418\nActive Subs\n3,207\nActive Seats\n3,911\nRevenue\n\$128,210\n/,
    );
  });

  test("has its menu in a drawer on small screens, with a button to open it", async () => {
    const html = await desk(STATS);
    expect(html).toMatch(
      /<button[^>]*aria-label="Open menu"[^>]*aria-expanded="false"[^>]*aria-controls="rail"/,
    );
    expect(html).toMatch(/<aside id="rail"[^>]*class="[^"]*lg:flex[^"]*\bhidden\b/);
  });

  test("logs 'Stats fetch failed' with the status of the failed request, and shows zeros", async () => {
    given.answer = () => {
      throw new ApiError("DATABASE_ERROR", "Database is away.", { status: 500 });
    };
    expect(await loadStats()).toBeNull();
    expect(logger.recent()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          message: "Stats fetch failed",
          context: expect.objectContaining({ status: 500 }),
        }),
      ]),
    );
    expect(wordsOf(await desk(null))).toMatch(
      /Total Users\n0\nActive Subs\n0\nActive Seats\n0\nRevenue\n\$0\n/,
    );
  });
});
