import { expect, test } from "vitest";
import { SITE, theWorld } from "../world/world.ts";

const world = theWorld();

test("an affiliate can choose a country only before the account at Stripe exists, and only a country where Stripe pays", async () => {
  const ann = await world.join();
  const begin = (country?: string) =>
    world.call(
      "payouts/startOnboarding",
      { return_url: `${SITE}/affiliate`, ...(country && { country }) },
      ann,
    );
  const accounts = () =>
    world.store.all("account").flatMap(({ metadata, country }) => (metadata?.affiliateId ? country : []));
  expect((await begin("BR")).status).toBe(400);
  expect(accounts()).toEqual([]);
  expect((await begin("DE")).status).toBe(200);
  // The account's country cannot change at Stripe.
  expect((await begin("FR")).status).toBe(200);
  expect(accounts()).toEqual(["DE"]);
  const { affiliate } = (await world.call("affiliates/getAffiliate", {}, ann)).body;
  expect(affiliate).toMatchObject({ country: "DE" });
});
