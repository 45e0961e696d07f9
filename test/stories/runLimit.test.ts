import { expect, test } from "vitest";
import { theWorld } from "../world/world.ts";

const world = theWorld();

test("an operator can change the limit of the weekly run, but not overwrite another operator's change, and the audit log has both limits", async () => {
  const read = async () => (await world.operate("payouts/getRunLimit", {})).body;
  expect(await read()).toEqual({ max_scheduled_cents: 1_000_000, version: 0 });
  const save = (max_scheduled_cents: number, version: number) =>
    world.operate("payouts/saveRunLimit", { max_scheduled_cents, version });
  expect((await save(250_000, 0)).body).toEqual({ max_scheduled_cents: 250_000, version: 1 });
  expect((await save(9, 0)).status).toBe(409);
  for (const wrong of [-1, 0.5, 100_000_000]) expect((await save(wrong, 1)).status).toBe(400);
  expect(await read()).toEqual({ max_scheduled_cents: 250_000, version: 1 });
  const { body } = await world.operate("audit/listAudit", {});
  expect(body.entries).toMatchObject([
    {
      action: "payouts/saveRunLimit",
      before: { max_scheduled_cents: 1_000_000 },
      after: { max_scheduled_cents: 250_000 },
    },
  ]);
  await world.run("payouts/distributeWeekly");
  await world.settle();
  const { batches } = (await world.operate("payouts/listBatches", {})).body as { batches: object[] };
  expect(batches).toMatchObject([{ kind: "distribute", status: "done" }]);
});
