import { createElement } from "react";
import { expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { activateDevice } from "../../../functions/licenses/devices/rules.ts";
import { toSeat } from "../../../functions/licenses/rules.ts";
import { TakenSeats } from "../../../web/src/customer/seats/TakenSeats.tsx";
import { computer, LICENSE, NOW } from "../../functions/licenses/license.ts";
import { mounted } from "../../support/mounted.ts";

const asked = vi.hoisted(() => [] as unknown[]);
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: object) => void asked.push({ path, ...input }),
}));

const seat = toSeat(activateDevice(LICENSE, computer("fingerprint-of-the-desk"), NOW), NOW);
const after = (ms: number) => new Date(NOW.getTime() + ms).toISOString();
const open = (resetAt: string | null) =>
  mounted([{ path: "/", element: createElement(TakenSeats, { seats: [seat], resetAt }) }], "/");

test.each([
  ["Remove all", false],
  ["Keep all", true],
])("'%s' sends the answer about seats taken before a password reset", async (button, keep) => {
  const page = await open(after(60_000));
  expect(page.words()).toContain("studio-mac");
  await page.press(button);
  expect(asked.splice(0)).toEqual([{ path: "/api/seats/remove-taken", keep }]);
});

test.each([
  ["no password was reset", null],
  ["the seat was taken after the reset", after(-60_000)],
])("the page does not ask about a seat if %s", async (_why, resetAt) => {
  expect((await open(resetAt)).words()).toBe("");
});
