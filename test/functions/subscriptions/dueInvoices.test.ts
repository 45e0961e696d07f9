import type Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { dueInvoices } from "../../../functions/subscriptions/invoices/due.ts";

type Row = { id: string; status: string; created: number };
let invoices: Row[] = [];

/** Lists the newest invoice first, as Stripe does. */
const list = async ({ status }: { status?: string }) => ({
  data: invoices
    .filter((row) => status === undefined || row.status === status)
    .map((row) => ({ ...row, parent: { subscription_details: { subscription: "sub_1" } } })),
});
const finalizeInvoice = async (id: string) => {
  invoices = invoices.map((row) => (row.id === id ? { ...row, status: "open" } : row));
  return (await list({})).data.find((row) => row.id === id);
};

vi.mock("../../../functions/platform/stripe.ts", () => ({
  stripe: async () => ({ invoices: { list, finalizeInvoice } }),
}));

const due = async (status: string) =>
  (await dueInvoices("cus_1", [{ id: "sub_1", status } as Stripe.Subscription])).map(({ id }) => id);

test("a voided invoice does not hide the draft before it, which is due if the subscription is unpaid", async () => {
  invoices = [
    { id: "in_voided", status: "void", created: 4 },
    { id: "in_draft", status: "draft", created: 3 },
    { id: "in_older_draft", status: "draft", created: 2 },
    { id: "in_open", status: "open", created: 1 },
  ];
  expect(await due("past_due")).toEqual(["in_open"]);
  const owed = await due("unpaid");
  expect(new Set(owed)).toEqual(new Set(["in_draft", "in_open"]));
  expect(owed[0]).toBe("in_draft");
  expect(invoices.find(({ id }) => id === "in_older_draft")?.status).toBe("draft");
});
