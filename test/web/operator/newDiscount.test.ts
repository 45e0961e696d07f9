import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { throughDay } from "#shared/instant.ts";
import { NewDiscount } from "../../../web/src/operator/discounts/NewDiscount.tsx";
import { mounted } from "../../support/mounted.ts";

const asked = vi.hoisted(() => [] as { expiresAt?: string; plans?: string[] }[]);
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async (_contract: unknown, input: { expiresAt?: string }) => {
    asked.push(input);
    return { plans: [], version: 1 };
  },
}));

test("the form warns if none of the code's plans is for sale", async () => {
  const element = createElement(NewDiscount, { affiliateCode: "", onClose: () => undefined });
  const page = await mounted([{ path: "/", element }], "/");
  const warning = "None of these plans is for sale now.";
  expect(page.words()).not.toContain(warning);
  await page.choose("Monthly plan");
  expect(page.words()).not.toContain(warning);
  await page.choose("Lifetime license");
  expect(page.words()).toContain(warning);
});

test("the form sends the chosen plans in the catalog's order, and needs at least one", async () => {
  const element = createElement(NewDiscount, { affiliateCode: "", onClose: () => undefined });
  const page = await mounted([{ path: "/", element }], "/");
  await page.type("Code", "LAUNCH");
  await page.type("Percent off", "20");
  for (const plan of ["Monthly plan", "Yearly plan", "Lifetime license"]) await page.choose(plan);
  asked.length = 0;
  await page.press("Create code");
  expect(asked).toEqual([]);
  for (const plan of ["Lifetime license", "Yearly plan"]) await page.choose(plan);
  await page.press("Create code");
  expect(asked).toMatchObject([{ code: "LAUNCH", plans: ["yearly", "lifetime"] }]);
});

test("a code lasts through its last day in UTC, whatever the operator's time zone", async () => {
  vi.stubEnv("TZ", "Asia/Tokyo");
  const element = createElement(NewDiscount, { affiliateCode: "", onClose: () => undefined });
  const page = await mounted([{ path: "/", element }], "/");
  await page.type("Code", "LAUNCH");
  await page.type("Percent off", "20");
  await page.type("Last day", "2030-12-31");
  await page.submit();
  expect(asked.at(-1)?.expiresAt).toBe(throughDay("2030-12-31T00:00:00.000Z"));
  vi.unstubAllEnvs();
});
