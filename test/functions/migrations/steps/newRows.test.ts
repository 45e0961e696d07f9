import { expect, test } from "vitest";
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
  "delivering a new row of %s again does not bring back a row that was deleted meanwhile",
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
