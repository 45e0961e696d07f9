import { beforeEach, expect, test, vi } from "vitest";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler as leave } from "../../../functions/checkout/leaveCheckout.ts";
import { handler as start } from "../../../functions/checkout/startCheckout.ts";
import { applyCheckout } from "../../../functions/stripeEvents/checkoutCompleted.ts";
import { sandboxShop } from "../../support/memory/sandboxShop.ts";
import { offerOf, putOffer } from "../../support/memory/worlds.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
const outside = vi.hoisted(() => ({ url: "" }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));
vi.mock("../../../functions/platform/queue.ts", () => ({ enqueue: async () => undefined }));
const { bench, customer, now, rows, prices } = sandboxShop(outside, ["monthly", "lifetime"], {
  FUNCTION_ID: "checkout/leaveCheckout",
  SITE_ORIGIN: "https://site.example",
  SITE_URL: "https://site.example",
  MAIL_QUEUE_URL: "mails",
});
beforeEach(() => putOffer(rows, { total: 5, sold: 0, reserved: 0 }));

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const run = (handler: unknown, input: object = {}) =>
  (handler as Handler)({
    input,
    caller: {
      userId: "ann",
      user: {
        ...newAccount("ann", "a@example.com", now()),
        emailConfirmed: true,
        stripeCustomerId: customer(),
      },
      address: null,
      country: null,
      userAgent: null,
    },
    now: now(),
  });
async function open(): Promise<string> {
  const asked = { price_id: prices.lifetime, mode: "payment", success_url: "https://site.example/success" };
  const page = await run(start, { ...asked, cancel_url: "https://site.example/dashboard" });
  return (page as { sessionId: string }).sessionId;
}

test("leaving an unpaid checkout page releases the unit and reports no payment", async () => {
  await open();
  expect(await run(leave)).toEqual({ ok: true });
  expect(offerOf(rows)).toMatchObject({ reserved: 0, left: 5 });
});

test("a page that was paid in another window is reported as paid, both before and after its event arrives", async () => {
  const session = await open();
  bench().sandbox.acts.payCheckout(session, { card: "4242424242424242" });
  expect(await run(leave)).toEqual({ ok: true, paid: true });
  expect(offerOf(rows)).toMatchObject({ reserved: 1, left: 4 });
  await applyCheckout(session, now());
  expect(await run(leave)).toEqual({ ok: true, paid: true });
  expect(offerOf(rows)).toMatchObject({ sold: 1, reserved: 0, left: 4 });
});
