import { expect, test } from "vitest";
import { SITE, theWorld } from "../world/world.ts";

const world = theWorld();
const PLANS = "https://example.com/plans?x=1";

const add = (name: string, url = PLANS) => world.operate("referrals/createDestination", { name, url });

test("an affiliate's test of a link shows where the link leads and whether clicks count, even during a suspension", async () => {
  const affiliate = await world.join();
  const destination = String((await add("Plans")).body.id);
  const tested = async (asked: { destination?: string }) =>
    (await world.call("affiliates/testLink", asked, affiliate)).body;
  expect(await tested({})).toMatchObject({
    url: `${SITE}/r/${affiliate.code}`,
    leads_to: `${SITE}/`,
    counts: true,
    message: expect.stringMatching(/^The link works/),
  });
  expect(await tested({ destination })).toMatchObject({
    url: `${SITE}/r/${affiliate.code}/${destination}`,
    leads_to: PLANS,
    message: expect.stringMatching(/^The link works/),
  });
  await world.operate("referrals/updateDestination", { id: destination, is_active: false });
  expect(await tested({ destination })).toMatchObject({
    leads_to: `${SITE}/`,
    counts: true,
    message: expect.stringMatching(/^This destination is inactive/),
  });
  await world.operate("affiliates/halt", { scope: "affiliate", id: affiliate.userId, active: false });
  expect(await tested({})).toMatchObject({
    counts: false,
    message: expect.stringMatching(/^Your affiliate account is suspended/),
  });
  expect((await world.call("affiliates/testLink", {}, await world.signUp())).status).toBe(404);
});

test("an operator adds and changes a destination, and the audit log has both", async () => {
  const added = await add("Plans");
  expect(added.body).toMatchObject({ name: "Plans", url: PLANS, is_active: true });
  expect(await add("Plans", "https://a.example.com")).toMatchObject({ status: 409, body: { field: "name" } });
  const id = String(added.body.id);
  const change = (asked: { id: string; name?: string; url?: string }) =>
    world.operate("referrals/updateDestination", asked);
  expect((await change({ id, url: "https://example.com/prices" })).body).toMatchObject({
    name: "Plans",
    url: "https://example.com/prices",
    is_active: true,
  });
  expect((await change({ id, url: "http://example.com" })).status).toBe(400);
  expect((await change({ id: "nowhere", name: "Other" })).status).toBe(404);
  const { rows } = (await world.operate("referrals/listDestinations", {})).body;
  expect(rows).toMatchObject([{ id, url: "https://example.com/prices" }]);
  const { entries } = (await world.operate("audit/listAudit", {})).body;
  expect(entries).toMatchObject([
    {
      action: "referrals/updateDestination",
      before: { url: PLANS },
      after: { url: "https://example.com/prices" },
    },
    { action: "referrals/createDestination", before: null, after: { url: PLANS } },
  ]);
});

test("an operator changes the countries whose visitors must consent to a link's cookie, and the audit log has both lists", async () => {
  const save = (countries: string[], version: number) =>
    world.operate("referrals/saveConsentCountries", { countries, version });
  expect((await save(["FR", "DE"], 0)).body).toEqual({ countries: ["DE", "FR"], version: 1 });
  expect((await save(["US"], 0)).status).toBe(409);
  const { body } = await world.operate("referrals/getConsentCountries", {});
  expect(body).toMatchObject({ countries: ["DE", "FR"], version: 1 });
  const { entries } = (await world.operate("audit/listAudit", {})).body;
  expect(entries).toMatchObject([
    {
      action: "referrals/saveConsentCountries",
      before: { countries: [] },
      after: { countries: ["DE", "FR"] },
    },
  ]);
});
