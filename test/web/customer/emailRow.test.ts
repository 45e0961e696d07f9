import { createElement, type ReactElement } from "react";
import { useLoaderData } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import type { Account } from "#shared/accounts/customer.ts";
import { changeEmail, confirmNewEmail } from "#shared/accounts/settings.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { EmailRow } from "../../../web/src/customer/account/EmailRow.tsx";
import { type Mounted, mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({
  pending: null as string | null,
  asked: [] as unknown[],
  refusal: null as unknown,
}));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: { email?: string }) => {
    given.asked.push(input);
    if (path === confirmNewEmail.path) throw given.refusal;
    if (path === changeEmail.path) given.pending = input.email ?? null;
    return {};
  },
}));
beforeEach(() => {
  given.pending = null;
  given.asked.length = 0;
});

const ANN = "ann@example.com";
const account = (): Account => ({
  id: "ann",
  email: ANN,
  emailConfirmed: true,
  suspended: false,
  name: null,
  secondFactorSince: null,
  pendingEmail: given.pending,
  mailStop: null,
  incidentMail: true,
});
const Page = (): ReactElement => createElement(EmailRow, { email: ANN, account: useLoaderData<Account>() });
const open = (): Promise<Mounted> => mounted([{ path: "/", Component: Page, loader: account }], "/");
async function typed(address: string, page: Mounted): Promise<void> {
  await page.type("New email", address);
  await page.submit();
}

test("a customer can correct a mistyped address at once, and the page asks for the code sent to the corrected address", async () => {
  const page = await open();
  await page.press("Change email");
  await typed("ann@exmaple.com", page);
  expect(page.words()).toContain("Enter the code we emailed to\nann@exmaple.com");
  given.refusal = new ApiError("VALIDATION_ERROR", "That code is incorrect.", { status: 400 });
  await page.type("Code", "123456");
  await page.submit();
  expect(page.words()).toContain("That code is incorrect.");
  await page.press("Use another address");
  expect(page.valueOf("New email")).toBe("");
  await typed("ann@new.example", page);
  expect(page.words()).toContain("Enter the code we emailed to\nann@new.example");
  expect(page.valueOf("Code")).toBe("");
  expect(page.words()).not.toContain("That code is incorrect.");
  expect(given.asked.at(-1)).toEqual({ email: "ann@new.example" });
});

test("a customer can close the form for the code, and open it again while the code is valid", async () => {
  given.pending = "ann@new.example";
  const page = await open();
  await page.press("Use another address");
  await page.press("Cancel");
  expect(page.words()).toContain(`${ANN}\nConfirmed`);
  expect(page.words()).not.toContain("ann@new.example");
  await page.press("Change email");
  expect(page.words()).toContain("ann@new.example");
  expect(page.valueOf("Code")).toBe("");
});

test("after a lost answer, the page says that the address may have changed", async () => {
  given.pending = "ann@new.example";
  given.refusal = new ApiError("NETWORK_ERROR", "The server could not be reached. Please try again.");
  const page = await open();
  await page.type("Code", "123456");
  await page.submit();
  expect(page.words()).toContain(
    "Your address may be ann@new.example now. If you have to sign in, use that one.",
  );
  expect(page.words()).not.toContain("could not be reached");
});

test("once the code has expired, the row shows the current address again", async () => {
  given.pending = "ann@new.example";
  const page = await open();
  given.pending = null;
  await page.revalidate();
  expect(page.words()).toContain(`${ANN}\nConfirmed`);
});
