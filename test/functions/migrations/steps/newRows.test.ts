import { expect, test } from "vitest";
import { MIGRATIONS } from "../../../../functions/migrations/steps/list.ts";
import { touchNewRows } from "../../../../functions/migrations/steps/newRows.ts";
import { memoryRefusals } from "../../../support/memory/refusals.ts";

const { network, rows } = memoryRefusals();
const at = new Date().toISOString();

test.each([
  ["users", { pk: "ann", sk: "account", createdAt: at }],
  ["grants", { pk: "ann", sk: "grant#1", updatedAt: at }],
  ["seats", { pk: "KEY", sk: "license", assignedAt: at }],
  ["events", { pk: "payment#1", sk: "paid", paidAt: at }],
])(
  "delivering a new row of %s again does not restore the row if it was deleted meanwhile",
  async (table, row) => {
    rows.put(table, row);
    network.turn = async ({ operation }) => {
      if (operation === "UpdateItem") rows.clear();
    };
    for (let place = await touchNewRows(null); place !== null; ) place = await touchNewRows(place);
    expect(network.calls).toContainEqual({ service: "dynamodb", operation: "UpdateItem" });
    expect(rows.of(table)).toEqual([]);
  },
);

test("every paid payout of earlier releases is delivered again, whatever its age, and no other row", async () => {
  const rowOf = (sk: string, transferredAt: string | null) => ({ pk: "affiliate#a", sk, transferredAt });
  rows.put("payouts", rowOf("payout#paid", "2020-01-31T12:00:00.000Z"));
  rows.put("payouts", rowOf("payout#approved", null));
  rows.put("payouts", rowOf("request#paid", "2020-01-31T12:00:00.000Z"));
  const page = MIGRATIONS.find(({ id }) => id === "paid-payouts")?.page;
  for (let place: string | null | undefined = null; place !== undefined; )
    place = (await page?.(place)) ?? undefined;
  const touched = rows.of("payouts").filter((row) => "derivedAt" in row);
  expect(touched.map(({ sk }) => sk)).toEqual(["payout#paid"]);
});
