import { expect, test } from "vitest";
import { AFFILIATE_COOKIE } from "#shared/affiliates/affiliate.ts";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld();

const attributionOf = ({ userId }: Person) =>
  world.rows("Affiliates").find(({ pk, sk }) => pk === `user#${userId}` && sk === "attribution");
const setRate = ({ userId: id }: Person, commission_rate: number) =>
  world.operate("affiliates/setCommissionRate", { id, commission_rate });
const clickIn = ([cookie = ""]: readonly string[]) => cookie.slice(`${AFFILIATE_COOKIE}=`.length);

test("an operator changes an affiliate's rate for later customers, and the audit log has both rates", async () => {
  const affiliate = await world.join();
  const before = await world.signUp({ cookies: await world.click(affiliate.code) });
  expect(await setRate(affiliate, 0.35)).toMatchObject({ status: 200, body: { commission_rate: 0.35 } });
  expect((await setRate(affiliate, 0.35)).status).toBe(200);
  const after = await world.signUp({ cookies: await world.click(affiliate.code) });
  expect([before, after].map((buyer) => attributionOf(buyer)?.rateBasisPoints)).toEqual([2000, 3500]);
  expect(await world.audited("affiliates/setCommissionRate", affiliate)).toMatchObject([
    { before: { rateBasisPoints: 2000 }, after: { rateBasisPoints: 3500 } },
  ]);
  expect((await setRate(before, 0.35)).status).toBe(404);
});

test("a cookie that is forged, old or absent, or is from a suspended affiliate's link, attributes nobody", async () => {
  const affiliate = await world.join();
  const old = await world.click(affiliate.code);
  await world.days(31);
  const cookies = await world.click(affiliate.code);
  for (const forged of ["x".repeat(32), affiliate.userId, affiliate.code, '"><script>', clickIn(old), ""]) {
    const buyer = await world.signUp({ cookies: [`${AFFILIATE_COOKIE}=${forged}`] });
    expect(attributionOf(buyer), forged).toBeUndefined();
  }
  await world.operate("affiliates/halt", { scope: "affiliate", id: affiliate.userId, active: false });
  expect(attributionOf(await world.signUp({ cookies }))).toBeUndefined();
});

test("the affiliate whose code the buyer types at the checkout replaces the affiliate of the link", async () => {
  const [linked, named] = [await world.join(), await world.join()];
  const buyer = await world.signUp({ cookies: await world.click(linked.code) });
  const referrals = async ({ userId: id }: Person) => {
    const { rows } = (await world.operate("affiliates/listAffiliates", {})).body;
    return (rows as { id: string; total_referrals: number }[]).find((row) => row.id === id)?.total_referrals;
  };
  const begin = (affiliateCode: string) => world.openCheckout(buyer, "monthly", { affiliateCode });
  expect(await begin("NOBODY99")).toMatchObject({ status: 400, body: { field: "affiliateCode" } });
  expect(attributionOf(buyer)).toMatchObject({ affiliateId: linked.userId, via: "link" });
  expect((await begin(named.code.toLowerCase())).status).toBe(200);
  expect(attributionOf(buyer)).toMatchObject({ affiliateId: named.userId, via: "code" });
  expect([await referrals(linked), await referrals(named)]).toEqual([0, 1]);
  await world.signInAgain(buyer);
  await world.shop.startSession(buyer, await world.click(linked.code));
  expect(attributionOf(buyer)).toMatchObject({ affiliateId: named.userId, via: "code" });
});
