import { createElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { replaceRecoveryCode } from "#shared/accounts/recovery.ts";
import { beginAuthenticator } from "#shared/accounts/settings.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { SecondFactorRow } from "../../../web/src/customer/account/SecondFactorRow.tsx";
import { type Mounted, mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({ failure: null as unknown }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint) => {
    if (path === beginAuthenticator.path)
      return { secret: "JBSWY3DPEHPK3PXP", recoveryCode: "2345-6789-bcdf-ghjk-mnpq-rstv" };
    if (path === replaceRecoveryCode.path) return { recoveryCode: "vtsr-qpnm-kjhg-fdcb-9876-5432" };
    throw given.failure;
  },
}));
beforeEach(() => {
  given.failure = new ApiError("NETWORK_ERROR", "The server could not be reached. Please try again.");
});

async function turn(since: string | null): Promise<Mounted> {
  const row = createElement(SecondFactorRow, { email: "ann@example.com", since });
  const page = await mounted([{ path: "/", element: row }], "/");
  await page.press(since === null ? "Turn on" : "Turn off");
  if (since !== null) return page;
  await page.type("Code", "123456");
  await page.submit();
  return page;
}

test("the page shows the recovery code before the second factor is on, and can replace it afterwards", async () => {
  const code = (page: Mounted) => page.words().replaceAll(/\s/g, "");
  expect(code(await turn(null))).toContain("2345-6789-bcdf-ghjk-mnpq-rstv");
  const row = createElement(SecondFactorRow, { email: "ann@example.com", since: "2026-03-01T10:00:00.000Z" });
  const page = await mounted([{ path: "/", element: row }], "/");
  await page.press("Replace recovery code");
  expect(code(page)).toContain("vtsr-qpnm-kjhg-fdcb-9876-5432");
});

test("if the answer to turning on the second factor is lost, the page says that it may be on, and to keep the app's entry", async () => {
  const page = await turn(null);
  expect(page.words()).toContain("The second factor may be on. Keep its entry in your authenticator app.");
  expect(page.words()).not.toContain("still off");
});

test("if the answer to turning off the second factor is lost, the page says that it may be off", async () => {
  expect((await turn("2026-03-01T10:00:00.000Z")).words()).toContain("The second factor may be off.");
});

test("after a refused code, the page says that the second factor is still off", async () => {
  given.failure = new ApiError("VALIDATION_ERROR", "That code is incorrect.", { status: 400 });
  expect((await turn(null)).words()).toMatch(/The second factor is still off\s+That code is incorrect\./);
});
