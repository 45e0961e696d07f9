import { expect, test } from "vitest";
import { act, ask, run, world } from "../../support/memory/payoutDesk.ts";

const MANY = 50;
const MOST = 12;

test.each([
  ["without previews", false],
  ["with previews", true],
])("a payout %s needs at most 12 calls to DynamoDB from request to transfer", async (_how, isPreviewed) => {
  const affiliates = Array.from({ length: MANY }, (_, index) => `a${index}`);
  world.reset(affiliates);
  for (const one of affiliates) await world.earn(one, [2000, 2000]);
  world.network.plan();
  for (const one of affiliates) await world.invoke(ask(one, 3000));
  await run("calc", isPreviewed);
  for (const one of affiliates) await world.invoke(act("approve", `${one}-000001`));
  await run("distribute", isPreviewed);
  const calls = world.network.calls.filter(({ service }) => service === "dynamodb");
  expect(world.payouts().map(({ status }) => status)).toEqual(Array(MANY).fill("paid"));
  expect(calls.length / MANY).toBeLessThanOrEqual(MOST);
});
