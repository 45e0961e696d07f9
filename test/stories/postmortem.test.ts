import { expect, test } from "vitest";
import { theWorld } from "../world/world.ts";

const world = theWorld();

test("a resolved incident shows a public link to its post-mortem until an operator removes the link", async () => {
  const what = { services: ["shop" as const], impact: "red" as const, message: "We look at it." };
  const opening = {
    requestId: "incident-1",
    title: "Checkout fails",
    state: "investigating" as const,
    ...what,
  };
  const { id, started_at, updated_at } = (await world.operate("status/openIncident", opening)).body
    .incident as Record<"id" | "started_at" | "updated_at", string>;
  const link = (url: string | null) =>
    world.operate("status/linkPostmortem", { incidentId: id, startedAt: started_at, url });
  const shown = async () =>
    ((await world.call("status/getHistory", {})).body.incidents as { postmortem_url: string | null }[]).map(
      ({ postmortem_url }) => postmortem_url,
    );
  const page = "https://blog.example.com/checkout-failed";
  expect((await link(page)).status).toBe(404);
  const over = { incidentId: id, seen: updated_at, ...what, state: "resolved" as const };
  expect((await world.operate("status/updateIncident", over)).status).toBe(200);
  for (const bad of [
    "http://blog.example.com",
    "https://localhost/a",
    "https://a.example/b c",
    "javascript:alert(1)",
  ])
    expect(await link(bad), bad).toMatchObject({ status: 400, body: { field: "url" } });
  expect((await link(page)).body).toEqual({ postmortem_url: page });
  expect((await link(page)).status).toBe(200);
  expect(await shown()).toEqual([page]);
  expect((await link(null)).status).toBe(200);
  expect(await shown()).toEqual([null]);
  const { entries } = (await world.operate("audit/listAudit", {})).body;
  const links = (entries as { action: string; after: object }[]).filter(
    ({ action }) => action === "status/linkPostmortem",
  );
  expect(links.map(({ after }) => after)).toMatchObject([{ postmortem_url: null }, { postmortem_url: page }]);
});
