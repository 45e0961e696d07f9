import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { NewDiscount } from "../../../web/src/operator/discounts/NewDiscount.tsx";
import { mounted } from "../../support/mounted.ts";

vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async () => ({ plans: [], version: 1 }),
}));

test("a code for a plan that is not for sale is warned about", async () => {
  const element = createElement(NewDiscount, { affiliateCode: "", onClose: () => undefined });
  const page = await mounted([{ path: "/", element }], "/");
  const warning = "This plan is not for sale now.";
  for (const plan of ["both", "monthly", "lifetime"]) {
    await page.type("Plan", plan);
    expect(page.words(), plan).not.toContain(warning);
  }
  await page.type("Plan", "yearly");
  expect(page.words()).toContain(warning);
});
