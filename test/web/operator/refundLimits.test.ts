import { createElement } from "react";
import { expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { RefundLimits } from "../../../web/src/operator/settings/RefundLimits.tsx";
import { mounted } from "../../support/mounted.ts";

const sent = vi.hoisted(() => [] as unknown[]);
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async (_endpoint: Endpoint, input: object) => {
    sent.push(input);
    return { ...input, version: 2 };
  },
}));

test("the maximum number of videos for a renewal's refund is a whole number, and an empty field ends such refunds", async () => {
  const limits = { enabled: true, max_amount_cents: null, max_per_person: 1, renewal_videos: 5, version: 1 };
  const page = await mounted([{ path: "/", element: createElement(RefundLimits, { limits }) }], "/");
  const field = "Videos after a yearly renewal";
  expect(page.valueOf(field)).toBe("5");
  for (const wrong of ["1.5", "-1", "some", "10001"]) {
    await page.type(field, wrong);
    await page.submit();
    expect(page.words()).toContain("Enter a number from 0 to 10000");
  }
  expect(sent).toEqual([]);
  await page.type(field, "0");
  await page.submit();
  await vi.waitFor(() => expect(sent).toEqual([{ ...limits, renewal_videos: 0 }]));
  await page.type(field, " ");
  await page.submit();
  await vi.waitFor(() => expect(sent.at(-1)).toEqual({ ...limits, renewal_videos: null }));
});
