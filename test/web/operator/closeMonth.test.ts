import { expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Movement } from "#shared/insights/balance.ts";
import { monthAsCsv, monthsUntil } from "../../../web/src/operator/payouts/monthAsCsv.ts";

const line = (day: string, at: number): Movement => ({
  id: `txn_${day}_${at}`,
  at: `${day}T0${at}:00:00.000Z`,
  kind: "payment",
  amount_cents: 3_570,
  fee_cents: 134,
  net_cents: 3_436,
  currency: "usd",
  tax_cents: 570,
  country: "DE",
  invoice: "A-0001",
  payment_id: "pi_1",
  email: null,
  payout_id: null,
  transfer_id: null,
  description: "=1+1",
});

const given = vi.hoisted(() => ({ asked: [] as string[], recorded: [] as unknown[] }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async (_: Endpoint, { day, cursor }: { day: string; cursor?: string }) => {
    given.asked.push(`${day} ${cursor ?? ""}`);
    if (day !== "2026-02-03") return { rows: [], next: null };
    return cursor === undefined
      ? { rows: [line(day, 9), line(day, 8)], next: "8" }
      : { rows: [line(day, 7)], next: null };
  },
}));
vi.mock("../../../web/src/api/useAction.ts", () => ({
  callFresh: async (_: Endpoint, input: unknown) => given.recorded.push(input),
}));

test("a month's file covers every day, begins with the oldest line, has decimal amounts, and adds one audit entry", async () => {
  const parts: string[] = [];
  for await (const part of monthAsCsv("2026-02", new Date("2026-11-28T12:00:00Z"))) parts.push(part);
  expect(given.recorded).toEqual([{ list: "month" }]);
  expect(given.asked).toHaveLength(29);
  expect(new Set(given.asked.map((asked) => asked.slice(0, 10))).size).toBe(28);
  const [head, ...lines] = parts.join("").trimEnd().split("\r\n");
  expect(head).toBe(
    "at_utc,kind,amount,tax,fee,net,currency,country,invoice,payment,affiliate,payout,transfer,description,line",
  );
  expect(lines).toEqual(
    [7, 8, 9].map(
      (at) =>
        `2026-02-03T0${at}:00:00.000Z,payment,35.70,5.70,1.34,34.36,usd,DE,A-0001,pi_1,,,,"'=1+1",txn_2026-02-03_${at}`,
    ),
  );
});

test("the file of the current month ends with today, and an operator can choose from thirteen months", async () => {
  given.asked.length = 0;
  const now = new Date("2026-02-03T12:00:00Z");
  for await (const _ of monthAsCsv("2026-02", now));
  expect(given.asked.map((asked) => asked.slice(0, 10)).sort()).toEqual([
    "2026-02-01",
    "2026-02-02",
    "2026-02-03",
    "2026-02-03",
  ]);
  expect(monthsUntil(now)).toHaveLength(13);
  expect(monthsUntil(now).slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
});
