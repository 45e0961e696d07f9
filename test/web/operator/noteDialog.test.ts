import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { addNote } from "#shared/accounts/operator.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { CustomerTools } from "../../../web/src/operator/customer/CustomerTools.tsx";
import { mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({
  asked: [] as { note: string; requestId: string }[],
  failure: null as unknown,
}));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: { note: string; requestId: string }) => {
    if (path !== addNote.path) return { users: [], keys: [], alerts: [], gone: [] };
    given.asked.push(input);
    if (given.failure !== null) throw given.failure;
    return { ok: true };
  },
}));

test("a note is resent with the same id after a lost answer, and the next dialog uses a new id", async () => {
  const user = { id: "ann", email: "ann@example.com", is_suspended: false };
  const tools = createElement(CustomerTools, { user, grants: [] });
  const page = await mounted([{ path: "/", element: tools }], "/");
  await page.press("Add note");
  await page.type("Note", "Wrote to support.");
  given.failure = new ApiError("NETWORK_ERROR", "The server could not be reached.");
  await page.press("Save note");
  given.failure = null;
  // A press has no effect during the first attempt.
  await vi.waitFor(async () => {
    await page.press("Save note");
    expect(given.asked).toHaveLength(2);
  });
  await vi.waitFor(() => page.press("Add note"));
  await page.type("Note", "Wrote to support.");
  await page.press("Save note");
  const [first, second, third] = given.asked.map(({ requestId }) => requestId);
  expect(first).toMatch(/^[\w-]{8,64}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
