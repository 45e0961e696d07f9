import { expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Destination } from "#shared/referrals/destination.ts";
import { Component } from "../../../web/src/operator/destinations/DestinationsTab.tsx";
import { mounted } from "../../support/mounted.ts";

const tour: Destination = {
  id: "tour",
  name: "Tour",
  url: "http://localhost/tour",
  is_active: true,
  created_at: "2026-11-01T00:00:00.000Z",
};
const given = vi.hoisted(() => ({ asked: [] as { path: string; input: unknown }[] }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: object) => {
    given.asked.push({ path, input });
    return { ...tour, ...input };
  },
}));

test("an operator can edit a destination, and the form warns about the URL of another site but saves it", async () => {
  const loader = () => ({ value: { rows: [tour] }, failure: null, at: 0 });
  const page = await mounted([{ path: "/", Component, loader }], "/");
  expect(page.words()).not.toContain("is another site");
  await page.press("Edit");
  expect([page.valueOf("Name"), page.valueOf("URL")]).toEqual(["Tour", tour.url]);
  expect(page.words()).not.toContain("is another site");
  await page.type("URL", "https://elsewhere.example/tour");
  expect(page.words()).toContain("elsewhere.example is another site.");
  await page.type("Name", "Grand tour");
  await page.submit();
  await vi.waitFor(() =>
    expect(given.asked).toEqual([
      {
        path: "/admin/destinations/{id}",
        input: { id: "tour", name: "Grand tour", url: "https://elsewhere.example/tour" },
      },
    ]),
  );
});
