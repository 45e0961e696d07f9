import { expect, test, vi } from "vitest";
import { leaveStripe } from "../../../../functions/customers/leaving/leaveStripe.ts";
import { sandboxShop } from "../../../support/memory/sandboxShop.ts";

const outside = vi.hoisted(() => ({ url: "" }));
vi.mock("stripe", async (load) =>
  (await import("../../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));
const { bench, customer, prices, subscribe } = sandboxShop(outside, ["monthly"], {
  FUNCTION_ID: "customers/eraseAccount",
});

const HOME = { line1: "Main Street 1", city: "Berlin", postal_code: "10115", country: "DE" };

test("erasing an account removes the customer's personal data from Stripe and ends the subscription", async () => {
  const { customers, paymentMethods, subscriptions } = bench().stripe;
  const id = customer();
  await customers.update(id, {
    email: "ann@example.com",
    name: "Ann Example",
    phone: "+49 30 1",
    address: HOME,
    shipping: { name: "Ann Example", phone: "+49 30 1", address: HOME },
  });
  for (const value of ["DE123456789", "FR12345678901"])
    await customers.createTaxId(id, { type: "eu_vat", value });
  const subscription = await subscribe(prices.monthly);
  const { id: second } = await paymentMethods.attach("pm_card_mastercard", { customer: id });
  await leaveStripe(id);
  expect(await customers.retrieve(id)).toMatchObject({
    email: null,
    name: null,
    phone: null,
    address: null,
    shipping: null,
    metadata: { userId: "ann" },
  });
  expect((await customers.listTaxIds(id)).data).toEqual([]);
  expect((await customers.listPaymentMethods(id)).data).toEqual([]);
  expect(await paymentMethods.retrieve(second)).toMatchObject({ customer: null });
  expect(await subscriptions.retrieve(subscription)).toMatchObject({ status: "canceled" });
  await leaveStripe(id);
});

test("erasing an account succeeds if its customer was already deleted at Stripe", async () => {
  await bench().stripe.customers.del(customer());
  await leaveStripe(customer());
  expect(await bench().stripe.customers.retrieve(customer())).toMatchObject({ deleted: true });
});
