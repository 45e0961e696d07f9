import { expect, test } from "vitest";
import { intendSettlement, listOpenSettlements } from "../../../functions/grants/intentTable.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { memoryLedger, START } from "../../support/memory/ledger.ts";

memoryLedger();

test("the sweep sees every open settlement, so that failing ones do not delay a newer one", async () => {
  for (let index = 0; index < 26; index += 1) await transact([intendSettlement(`user-${index}`, START)]);
  const after = new Date(START.getTime() + 1).toISOString();
  expect(await listOpenSettlements(after)).toHaveLength(26);
});
