import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { BROKEN, browser, expectAccessible } from "../support/browser.ts";
import { button, link, MANAGE, subscriber } from "../support/manage.ts";
import { type Person, signUpPerson } from "../support/people.ts";

// The tests inject failures between the page and the API, and move the page's clock.
const { visit } = browser();
const REFUSED = { status: 409, json: { error: "Not now.", code: "CONFLICT", requestId: "r" } };
const POLL_MS = 3000;

let person: Person;
beforeAll(async () => {
  person = await signUpPerson();
});

describe("after paying", () => {
  const ORDER = "/success?session_id=cs_test_of_another_customer";

  test("the page checks a slow order eleven times, three seconds apart, and then says that the payment is still on its way", async () => {
    const { page } = await visit({ as: person, clock: true });
    const asked: number[] = [];
    await page.route("**/api/checkout/*", async (route) => {
      asked.push(await page.evaluate(() => Date.now()));
      await route.fulfill({ json: { status: "pending", mode: null, licenseKey: null, refusal: null } });
    });
    await page.goto(ORDER);
    await page.getByRole("heading", { name: "Confirming your payment" }).waitFor();
    const late = page.getByRole("heading", { name: "Your payment is on its way" });
    await expect
      .poll(async () => {
        await page.clock.runFor(POLL_MS);
        return late.count();
      })
      .toBe(1);
    await expectAccessible(page);
    expect(asked).toHaveLength(11);
    for (const [at, time] of asked.slice(1).entries())
      expect(time - Number(asked[at])).toBeGreaterThanOrEqual(POLL_MS);
  });

  test.each([
    ["sold out", "The offer sold out before your payment arrived.", "See the monthly plan"],
    ["owned already", "You already own a lifetime license, so you need nothing more.", "See what you own"],
    ["subscribed already", "You already have a subscription, and it continues.", "See what you own"],
    [null, "This order includes no license.", "See what you own"],
  ])(
    "the page of a refunded order (refusal: %s) says why, and links to the next step",
    async (refusal, said, further) => {
      const { page } = await visit({ as: person, width: 360, dark: true });
      await page.route("**/api/checkout/*", (route) =>
        route.fulfill({ json: { status: "refunded", mode: null, licenseKey: null, refusal } }),
      );
      await page.goto(ORDER);
      await page.getByRole("heading", { name: "Your payment was refunded" }).waitFor();
      await page.getByText(said).waitFor();
      await expectAccessible(page);
      await link(page, further).click();
      await page.waitForURL("**/dashboard/subscription");
    },
  );

  test("an order that cannot be loaded shows the reason and a button to retry", async () => {
    const { page } = await visit({ as: person });
    await page.route("**/api/checkout/*", (route) => route.fulfill(REFUSED));
    await page.goto(ORDER);
    await page.getByRole("heading", { name: "Unable to load subscription details" }).waitFor();
    await page.getByText("Not now.").waitFor();
    await expectAccessible(page);
    await page.unroute("**/api/checkout/*");
    await button(page, "Try again").click();
    await page.getByRole("heading", { name: "Confirming your payment" }).waitFor();
  });
});

test("if Stripe's page cannot open, the checkout says why, and the message disappears after five seconds", async () => {
  const { page } = await visit({ as: person, clock: true, routed: true });
  await page.goto("/checkout/subscription");
  const path = "**/stripe-checkout";
  const failure = page.getByText("Payment Error:");
  for (const [answer, words] of [
    [REFUSED, "Checkout failed: Not now."],
    [{ json: { sessionId: "cs_test_1", url: "" } }, "No checkout URL received"],
    [{ json: { nothing: "of use" } }, "Invalid checkout session response"],
  ] as const) {
    await page.route(path, (route) => route.fulfill(answer));
    await page.getByRole("button", { name: /continue to payment/i }).click();
    await page.getByText(words).waitFor();
    await failure.waitFor();
    await page.clock.runFor(5000);
    await failure.waitFor({ state: "detached" });
    await page.unroute(path);
  }
});

test("a page that cannot load the seats says so and has a button to retry", async () => {
  const { page } = await visit({ as: person, allowed: BROKEN });
  await page.route("**/api/seats*", (route) => route.abort());
  await page.goto("/dashboard/seats");
  await page.getByRole("heading", { name: "Failed to retrieve seat information" }).waitFor();
  await expectAccessible(page);
  await page.unroute("**/api/seats*");
  await button(page, "Try again").click();
  await page.getByRole("heading", { name: "No seats yet" }).waitFor();
});

test("an alert says that the free key could not be created", async () => {
  const { page } = await visit({ as: person });
  await page.route("**/api/create-free-key", (route) => route.fulfill(REFUSED));
  await page.goto("/dashboard/seats");
  await button(page, "Generate Free Key").click();
  const alert = page.getByRole("alert").filter({ hasText: "Could not create free key" });
  await alert.getByText("Not now.").waitFor();
  await expectAccessible(page);
});

test("a failed cancellation shows an error, and the subscription stays", async () => {
  const buyer = await subscriber();
  const { page } = await visit({ as: buyer });
  await page.route("**/api/cancel-subscription", (route) => route.fulfill(REFUSED));
  await page.goto(MANAGE);
  await button(page, "Cancel Subscription").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Subscription" }).click();
  await page.getByText("Failed to cancel subscription. Not now.").waitFor();
  const { body } = await call("subscriptions/getSubscription", {}, { token: buyer.accessToken });
  expect(body.subscription).toMatchObject({ cancel_at_period_end: false });
});

test.each(["/", "/privacy"])("an uncaught error on %s is reported to the server", async (path) => {
  const { page } = await visit({ allowed: /planted/ });
  const told = page.waitForRequest("**/api/client-errors");
  await page.goto(path);
  // Throws repeatedly, because nothing reports an error before the page's scripts have loaded.
  await page.evaluate(() => {
    setInterval(() => {
      throw new RangeError("planted");
    }, 200);
  });
  const { entries } = (await told).postDataJSON();
  expect(entries[0]).toMatchObject({ level: "FATAL", error: { message: "planted" } });
});
