import { createElement } from "react";
import type { RouteObject } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { getCustomer, suspendUser } from "#shared/customers/operator.ts";
import { answerDispute, getDispute, listDisputes } from "#shared/disputes/operator.ts";
import type { Endpoint, Output } from "#shared/endpoint.ts";
import { BACK_OFFICE } from "../../../web/src/app/backOffice.ts";
import { Desk } from "../../../web/src/operator/shell/Desk.tsx";
import { ANSWERS, STATS } from "../../support/backOfficeAnswers.ts";
import { mounted } from "../../support/mounted.ts";

// Opens an object's page, and from there another object's page. Input for the first must not move to the second.

type Asked = { path: string; input: Record<string, unknown> };
const given = vi.hoisted(() => ({ asked: [] as Asked[], answer: (_: Asked): unknown => ({}) }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: Record<string, unknown>) => {
    given.asked.push({ path, input });
    return given.answer({ path, input });
  },
}));
vi.mock("../../../web/src/operator/gate/admission.ts", async (original) => ({
  ...(await original<object>()),
  isFlagged: () => true,
}));
beforeEach(() => {
  given.asked.length = 0;
});

const needs = { needs: [], unknown: [], disputes: [], incidents: [] };
const desk: RouteObject[] = [
  {
    path: "/admin",
    element: createElement(Desk, { email: "operator@example.com", isReader: false, stats: STATS, needs }),
    children: BACK_OFFICE,
  },
];
const usual = <T extends Endpoint>({ path }: T): Output<T> =>
  ANSWERS.find(([contract]) => contract.path === path)?.[1] as Output<T>;

test("evidence typed for one dispute does not appear at the next dispute", async () => {
  const [dispute] = usual(listDisputes).disputes;
  given.answer = ({ path, input: { disputeId } }) =>
    path === getDispute.path && {
      dispute: { ...dispute, id: disputeId },
      customer_email: "buyer@example.com",
      evidence: { customer_email_address: `${disputeId}@example.com` },
    };
  const page = await mounted(desk, "/admin/disputes/dp_1");
  const field = "Customer's email address";
  expect(page.valueOf(field)).toBe("dp_1@example.com");
  await page.type(field, "typed@example.com");
  await page.go("/admin/disputes/dp_2");
  expect(page.valueOf(field)).toBe("dp_2@example.com");
  await page.press("Save draft");
  expect(given.asked.find(({ path }) => path === answerDispute.path)?.input).toMatchObject({
    disputeId: "dp_2",
    evidence: { customer_email_address: "dp_2@example.com" },
  });
});

test("what an operator chose for one customer is not chosen for the next customer", async () => {
  const customer = usual(getCustomer);
  given.answer = ({ path, input: { userId } }) =>
    path === getCustomer.path
      ? {
          ...customer,
          account: { ...customer.account, is_suspended: false, id: userId, email: `${userId}@example.com` },
        }
      : { rows: [] };
  const page = await mounted(desk, "/admin/customers/ada");
  await page.press("Suspend");
  await page.choose("Cancel the subscription");
  await page.press("Cancel");
  await page.press("Generate key");
  await page.go("/admin/customers/ben");
  expect(page.words()).toContain("ben@example.com");
  expect(page.words()).not.toContain("ada@example.com");
  await page.press("Suspend");
  expect(page.words()).toContain("Suspend ben@example.com?");
  await page.press("Suspend");
  expect(given.asked.find(({ path }) => path === suspendUser.path)?.input).toMatchObject({
    userId: "ben",
    subscription: "pause",
  });
});

test("a list keeps text in the fields above it when its filter changes", async () => {
  given.answer = ({ path }) => ANSWERS.find(([contract]) => contract.path === path)?.[1];
  const page = await mounted(desk, "/admin/users");
  await page.type("Search by email", "ad");
  await page.go("/admin/users?status=suspended");
  expect(page.valueOf("Search by email")).toBe("ad");
});
