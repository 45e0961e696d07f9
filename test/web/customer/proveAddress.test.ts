import { createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { sendEmailCode } from "#shared/accounts/customer.ts";
import { MINUTE } from "#shared/instant.ts";
import { ProveAddress } from "../../../web/src/customer/checkout/ProveAddress.tsx";
import { mounted } from "../../support/mounted.ts";

const calls = vi.hoisted(() => ({ made: [] as { path: string; input: object }[] }));
vi.mock("../../../web/src/api/call.ts", () => ({
  call: async ({ path }: { path: string }, input: object) => {
    calls.made.push({ path, input });
    return {};
  },
  sideOf: () => "customer",
}));
afterEach(() => {
  vi.useRealTimers();
  calls.made = [];
});

const open = (props: { onProven: () => void; onLate?: () => void }) =>
  mounted(
    [{ path: "/", element: createElement(ProveAddress, { email: "buyer@example.com", ...props }) }],
    "/",
  );

test("the form that proves an address mails a code when it opens, and continues once the buyer has submitted the code", async () => {
  const onProven = vi.fn();
  const page = await open({ onProven });
  expect(calls.made.map(({ path }) => path)).toEqual([sendEmailCode.path]);
  expect(page.words()).toContain("buyer@example.com");
  await page.type("Code", "123456");
  expect(onProven).not.toHaveBeenCalled();
  await page.submit();
  expect(calls.made[1]).toMatchObject({ input: { code: "123456" } });
  expect(onProven).toHaveBeenCalledOnce();
});

test("a buyer whose mail is late can continue without the code after two minutes, but not at once", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  const onLate = vi.fn();
  const page = await open({ onProven: vi.fn(), onLate });
  expect(page.words()).not.toContain("Continue without the code");
  vi.advanceTimersByTime(2 * MINUTE);
  await page.revalidate();
  await page.press("Continue without the code");
  expect(onLate).toHaveBeenCalledOnce();
});
