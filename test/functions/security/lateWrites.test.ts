import { expect, test, vi } from "vitest";
import type { Finding } from "#shared/security/signal.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { closeAlert, raiseAlert } from "../../../functions/security/table.ts";
import { NOW } from "../../support/memory/billing.ts";
import { overtake } from "../../support/memory/race.ts";
import { memoryRefusals } from "../../support/memory/refusals.ts";

const { network, rows, set, expectRefused } = memoryRefusals();
vi.spyOn(Math, "random").mockReturnValue(0);
const finding = (id: string): Finding => ({
  ...{ id, userId: "ann", at: NOW.toISOString(), type: "key_sharing", description: "", metadata: {} },
});
const OPEN = { pk: "ann", sk: "open#key_sharing" };
const open = () => rows.partition("alerts", "ann").find(({ sk }) => sk === OPEN.sk) as never as Stored;
type Stored = Parameters<typeof closeAlert>[0];

test.each([
  ["without an open alert", [], 2],
  ["with an open alert", ["first"], 3],
])("%s, two findings at once count as two", async (_when, before, count) => {
  for (const id of before) await raiseAlert(finding(id));
  await overtake(
    network,
    () => raiseAlert(finding("one")),
    () => raiseAlert(finding("other")),
  );
  expect(open()).toMatchObject({ count });
});

test("a repeated finding opens no second alert after an operator resolved the first", async () => {
  await overtake(
    network,
    () => raiseAlert(finding("one")),
    async () => {
      await raiseAlert(finding("one"));
      await transact(closeAlert(open(), { ...open(), state: "resolved" }));
    },
  );
  expect(open()).toBeUndefined();
});

test("resolving an alert does not resolve the next alert of its type", async () => {
  await raiseAlert(finding("one"));
  const seen = open();
  await expectRefused(
    () => closeAlert(seen, { ...seen, state: "resolved" }),
    () => set("alerts", OPEN, { id: "next" }),
  );
});
