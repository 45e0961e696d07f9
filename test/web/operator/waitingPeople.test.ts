import { createElement, type ReactElement } from "react";
import { useLoaderData } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { listWaiting, removeWaiting, type WaitingPerson } from "#shared/promotions/operator.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { type WaitingPage, WaitingPeople } from "../../../web/src/operator/promotions/WaitingPeople.tsx";
import { type Mounted, mounted } from "../../support/mounted.ts";

const PAGE = 2;
const given = vi.hoisted(() => ({
  line: [] as string[],
  offered: [] as string[],
  refusal: null as unknown,
}));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: { cursor?: string; userId?: string }) => {
    if (path === removeWaiting.path) {
      given.line = given.line.filter((id) => id !== input.userId);
      if (given.refusal !== null) throw given.refusal;
      return { ok: true };
    }
    return path === listWaiting.path
      ? pageAfter(input.cursor)
      : { users: [], keys: [], alerts: [], gone: [] };
  },
}));
beforeEach(() => {
  given.line = ["ada", "ben", "cleo", "dan", "eve"];
  given.offered = [];
  given.refusal = null;
});

const person = (id: string): WaitingPerson => ({
  user_id: id,
  email: `${id}@example.com`,
  joined_at: "2026-11-20T12:00:00.000Z",
  offered_until: given.offered.includes(id) ? "2026-11-21T12:00:00.000Z" : null,
});
/** The cursor is the last person of the previous page, who may have left. */
function pageAfter(cursor = ""): WaitingPage {
  const rest = given.line.filter((id) => id > cursor);
  const page = rest.slice(0, PAGE);
  return {
    waiting: given.line.length,
    offered: cursor === "" ? given.offered.map(person) : [],
    line: page.map(person),
    next: rest.length > PAGE ? (page.at(-1) ?? null) : null,
  };
}

const Page = (): ReactElement => createElement(WaitingPeople, { list: useLoaderData<WaitingPage>() });
async function wholeList(): Promise<Mounted> {
  const page = await mounted([{ path: "/", Component: Page, loader: () => pageAfter() }], "/");
  await page.press("Load more");
  await page.press("Load more");
  expect(names(page)).toEqual(["ada", "ben", "cleo", "dan", "eve"]);
  return page;
}
const names = (page: Mounted): string[] =>
  [...page.words().matchAll(/^(\w+)@example\.com$/gm)].map(([, name]) => name ?? "");
/** @param at the button's position from the top */
async function remove(page: Mounted, at: number): Promise<void> {
  await page.press("Remove", at);
  await page.press("Remove");
}

test("removing a person from a later page keeps all other people", async () => {
  const page = await wholeList();
  await remove(page, 3);
  expect(names(page)).toEqual(["ada", "ben", "cleo", "eve"]);
});

test("a person who has moved up to the first page appears once", async () => {
  const page = await wholeList();
  await remove(page, 1);
  expect(names(page)).toEqual(["ada", "cleo", "dan", "eve"]);
  await remove(page, 0);
  expect(names(page)).toEqual(["cleo", "dan", "eve"]);
});

test("a person who has been offered a unit is no longer in line", async () => {
  const page = await wholeList();
  given.line = ["ada", "ben", "dan", "eve"];
  given.offered = ["cleo"];
  await page.revalidate();
  expect(names(page)).toEqual(["cleo", "ada", "ben", "dan", "eve"]);
});

test("a person who has already left disappears from the list when the removal is refused", async () => {
  const page = await wholeList();
  given.refusal = new ApiError("NOT_FOUND", "They no longer wait.", { status: 404 });
  await remove(page, 2);
  expect(names(page)).toEqual(["ada", "ben", "dan", "eve"]);
});
