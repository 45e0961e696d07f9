import { expect, test } from "vitest";
import { ASIDE } from "../../infra/events.ts";
import type { WithLists } from "../../scripts/recount/compare.ts";
import { repair } from "../../scripts/recount/repair.ts";
import { type Deployed, type Message, replay } from "../../scripts/recount/replay.ts";
import type { Row } from "../support/memory/expressions.ts";
import { theWorld } from "../world/world.ts";

// If a table's stream loses or sets aside a record, the rows that depend on it are derived again from the table.

const world = theWorld();
const TABLES = [
  "Users",
  "Grants",
  "Seats",
  "Alerts",
  "Affiliates",
  "Traffic",
  "Payouts",
  "Events",
  "Insights",
  "Directory",
] as const satisfies readonly (keyof WithLists)[];
const tables = () =>
  Object.fromEntries(TABLES.map((table) => [table, world.rows(table)])) as unknown as WithLists;

const aside = (): string[] => world.shop.services.queues.get(ASIDE) ?? [];
const deployed = (): Deployed => {
  const waiting = [...aside()];
  const messageOf = (body: string): Message => ({
    body,
    remove: async () => {
      aside().splice(aside().indexOf(body), 1);
    },
  });
  return {
    nameOf: (table) => table,
    read: async (table, { pk, sk }) => world.rows(table).find((row) => row.pk === pk && row.sk === sk),
    invoke: (consumer, event) => world.shop.services.onInvoke(consumer, event),
    receive: async () => waiting.splice(0, 10).map(messageOf),
  };
};
const said: string[] = [];
const say = (line: string) => void said.push(line);

/** Makes every attempt of a stream's consumer fail, so that Lambda gives up. */
const lose = (id: string) => world.breaks({ service: "dynamodb", function: id, kind: "refused" });

async function buyThroughLink() {
  await world.offerUnits(20);
  const affiliate = await world.join();
  const buyer = await world.signUp({ cookies: await world.click(affiliate.code) });
  return { affiliate, buyer };
}
const commissions = () => world.rows("Payouts").filter(({ sk }) => String(sk).startsWith("commission#"));
const listed = async (search: string) => {
  const { body } = await world.operate("customers/searchUsers", { search });
  return (body.users as Row[]).map(({ email }) => email);
};

test("a commission is derived the next night if the stream record of its payment was lost", async () => {
  const { buyer } = await buyThroughLink();
  lose("affiliates/followPayments");
  await world.buy(buyer, "lifetime");
  world.repair();
  expect(commissions()).toEqual([]);
  await world.days(1);
  expect(commissions()).toMatchObject([{ earnedCents: 80_000 }]);
});

test("a customer whose stream record was lost is in the list of users after the next night", async () => {
  lose("insights/project");
  const { email } = await world.signUp();
  await world.settle();
  world.repair();
  expect(await listed(email)).toEqual([]);
  await world.days(1);
  expect(await listed(email)).toEqual([email]);
});

test("repeated repairs derive missing rows of any age until none is missing", async () => {
  const { buyer } = await buyThroughLink();
  lose("affiliates/followPayments");
  lose("affiliates/countTraffic");
  lose("insights/project");
  await world.buy(buyer, "lifetime");
  world.repair();
  expect(commissions()).toEqual([]);
  expect((await repair(deployed(), tables(), world.now(), say)).left).toBe(0);
  await world.settle();
  expect(commissions()).toMatchObject([{ earnedCents: 80_000 }]);
  // The derived rows cause stream records, too.
  await repair(deployed(), tables(), world.now(), say);
  await world.settle();
  expect(await repair(deployed(), tables(), world.now(), say)).toEqual({ derived: 0, left: 0 });
});

test("a repair adds rows of an earlier release to the lists by balance and by number of computers", async () => {
  const { affiliate } = await buyThroughLink();
  const { licenseKey } = await world.buy(await world.signUp(), "lifetime");
  await world.settle();
  const places = () =>
    new Map(world.rows("Directory").map(({ version: _, ...row }) => [`${row.pk} ${row.sk}`, { ...row }]));
  const before = places();
  const [partner, key] = [`affiliate#${affiliate.userId}`, `key#${licenseKey}`];
  for (const name of ["list", "shelf", "name", "row"])
    world.patch("Directory", { pk: partner, sk: "entry" }, { [name]: undefined });
  const words = (before.get(`${key} entry`)?.words ?? []) as string[];
  world.patch("Directory", { pk: key, sk: "entry" }, { words: words.slice(1) });
  expect((await repair(deployed(), tables(), world.now(), say)).derived).toBe(2);
  expect(places()).toEqual(before);
  world.patch("Directory", { pk: partner, sk: "entry" }, { name: "1" });
  expect((await repair(deployed(), tables(), world.now(), say)).derived).toBe(1);
  expect(places()).toEqual(before);
});

test("a stream record that was set aside can be replayed after the cause of the failure is repaired", async () => {
  const { affiliate, buyer } = await buyThroughLink();
  const key = { pk: `affiliate#${affiliate.userId}`, sk: "affiliate" };
  world.patch("Affiliates", key, { status: "no such status" });
  await world.buy(buyer, "lifetime");
  expect(commissions()).toEqual([]);
  expect(await replay(deployed(), say)).toEqual({ derived: 0, left: new Set(aside()).size });
  expect(aside().map((body) => JSON.parse(body))).toContainEqual({
    consumer: "affiliates/followPayments",
    table: "Events",
    key: { pk: expect.stringMatching(/^payment#/), sk: "paid" },
  });
  world.patch("Affiliates", key, { status: "active" });
  expect(await replay(deployed(), say)).toMatchObject({ left: 0 });
  expect(aside()).toEqual([]);
  expect(commissions()).toMatchObject([{ earnedCents: 80_000 }]);
});

test("a lost change whose mail cannot be derived stays in the queue, and the replay says why", async () => {
  const person = await world.signUp();
  const body = JSON.stringify({
    consumer: "customers/announceChanges",
    table: "Users",
    key: { pk: person.userId, sk: "account" },
  });
  world.shop.services.queues.set(ASIDE, [body]);
  world.tolerates(/Nothing is given up/);
  said.length = 0;
  expect(await replay(deployed(), say)).toEqual({ derived: 0, left: 1 });
  expect(said).toEqual([expect.stringMatching(/the function sent no mail: notify the person/)]);
  expect(aside()).toEqual([body]);
});
