import { createElement, Fragment } from "react";
import { Outlet } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { getBoard, saveBoard } from "#shared/status/operator.ts";
import { getHistory } from "#shared/status/public.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { Component, loader } from "../../../web/src/operator/settings/SettingsTab.tsx";
import { Toaster } from "../../../web/src/ui/Toaster.tsx";
import { mounted } from "../../support/mounted.ts";

// The server refuses a note without a change of state. Here, another operator has made the same change first.

const GREEN = { chatgpt: "green", suno: "green", elevenlabs: "green" };
const given = vi.hoisted(() => ({
  services: {} as Record<string, string>,
  refusal: null as unknown,
  asked: [] as Record<string, unknown>[],
}));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path, method }: Endpoint, input: Record<string, unknown>) => {
    const board = { services: given.services, updated_at: null, incidents: [] };
    if (path === getHistory.path) return { changes: [] };
    if (path !== getBoard.path) throw new ApiError("DATABASE_ERROR", "Database is away.", { status: 500 });
    if (method !== saveBoard.method) return board;
    given.asked.push(input);
    if (given.refusal !== null) throw given.refusal;
    return board;
  },
}));
vi.mock("../../../web/src/operator/gate/admission.ts", async (original) => ({
  ...(await original<object>()),
  isFlagged: () => true,
}));
beforeEach(() => {
  given.services = GREEN;
  given.refusal = null;
  given.asked.length = 0;
});

const FRAME = createElement(Fragment, null, createElement(Outlet), createElement(Toaster));

test("the form reloads the board after a refused note, so that the next save works", async () => {
  const page = await mounted([{ element: FRAME, children: [{ path: "/", Component, loader }] }], "/");
  await page.type("Music generation", "red");
  await page.type("Public note", "We look at it.");
  given.services = { ...GREEN, suno: "red" };
  given.refusal = new ApiError("VALIDATION_ERROR", "A note needs a change.", { status: 400, field: "note" });
  await page.submit();
  expect(given.asked.at(-1)).toMatchObject({ note: "We look at it." });
  expect(page.words()).toContain("Failed to save status");
  expect(page.words()).toContain("A note needs a change. Choose another state first.");
  given.refusal = null;
  await page.submit();
  expect(given.asked.at(-1)).toEqual(given.services);
  expect(page.words()).toContain("Status updated");
});
