import { beforeEach, expect, test } from "vitest";
import type { AuditEntry } from "#shared/audit/entry.ts";
import type { searchAudit } from "#shared/audit/operator.ts";
import type { Output, Request } from "#shared/endpoint.ts";
import { MINUTE } from "#shared/instant.ts";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld();
let owner: Person;
let other: Person;

const find = async (search: string, asked: Partial<Request<typeof searchAudit>> = {}) =>
  (await world.operate("audit/searchAudit", { search, ...asked })).body as Output<typeof searchAudit>;
const notes = async (...asked: Parameters<typeof find>) =>
  (await find(...asked)).entries.map(({ note }) => note);
const addNote = ({ userId }: Person, note: string) => world.operate("accounts/addNote", { userId, note });

beforeEach(async () => {
  owner = await world.signUp({ email: "Ada.Lovelace@example.com" });
  other = await world.signUp();
  await world.call("accounts/changeName", { name: "Augusta King" }, owner);
  await addNote(owner, 'Wrote about "Ünits"');
  await addNote(other, "Called about units");
  await world.operate("customers/suspendUser", {
    userId: other.userId,
    suspended: true,
    note: "Chargebacks",
  });
  await world.settle();
});

test.each([
  ["lovelace@EXAMPLE.com", ['Wrote about "Ünits"']],
  ["king", ['Wrote about "Ünits"']],
  ["person1@example.com", ["Chargebacks", "Called about units"]],
  ["about", ["Called about units", 'Wrote about "Ünits"']],
  ['"ünits"', ['Wrote about "Ünits"']],
  ["chargeback", ["Chargebacks"]],
  ["suspendUser", ["Chargebacks"]],
  ["nothing has this", []],
  ["operator", []],
  ["before", []],
  ["null", []],
])("a search for %j finds the entries that contain it", async (search, found) => {
  expect(await notes(search)).toEqual(found);
});

test("a search for a day finds nothing, because days have a separate filter", async () => {
  expect(await notes(world.now().toISOString().slice(0, 10))).toEqual([]);
});

test("a search for a customer's id finds the entries about the customer, with the email address", async () => {
  const { entries } = await find(owner.userId);
  expect(entries).toMatchObject([{ action: "accounts/addNote", email: owner.email }]);
});

test("the audit log's filters also apply to a search", async () => {
  const { userId } = owner;
  const day = world.now().toISOString().slice(0, 10);
  expect(await notes("about", { userId, day })).toEqual(['Wrote about "Ünits"']);
  expect(await notes("about", { userId, day: "2026-01-04" })).toEqual([]);
  expect(await notes("1@example.com", { action: "accounts/addNote" })).toEqual(["Called about units"]);
  expect(await notes("about", { area: "payouts" })).toEqual([]);
  const { body } = await world.operate("audit/listAudit", { action: "customers/suspendUser" });
  expect(body.entries).toMatchObject([{ note: "Chargebacks" }]);
});

/** Adds entries to the log, each a minute older than the previous entry. */
function put(count: number, entryOf: (at: number) => Partial<AuditEntry> = () => ({})): void {
  for (let at = 1; at <= count; at += 1) {
    const time = new Date(Date.parse("2025-12-31T00:00:00.000Z") - at * MINUTE).toISOString();
    const id = String(at);
    const entry = { id, at: time, operator: "op", action: "payouts/approve", subject: `payout#${at}` };
    world.shop.database.put("Audit", {
      pk: "audit",
      sk: `${time}#${id}`,
      ...entry,
      before: null,
      after: null,
      ...entryOf(at),
    });
  }
}

test.each([{}, { userId: "customer" }])(
  "each entry is on exactly one page of a search: %o",
  async (asked) => {
    put(70, (at) => ({ userId: "customer", note: at % 2 === 0 ? `even ${at}` : `odd ${at}` }));
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const page: Output<typeof searchAudit> = await find("odd", {
        limit: 10,
        ...asked,
        ...(cursor && { cursor }),
      });
      pages.push(page.entries.map(({ note }) => note ?? ""));
      expect(page.searchedTo).toBeUndefined();
      cursor = page.next;
    } while (cursor !== null);
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 10, 5]);
    expect(pages.flat()).toEqual(Array.from({ length: 35 }, (_, at) => `odd ${2 * at + 1}`));
  },
);

test("a search stops after 4,000 entries, says how far it has read, and continues there", async () => {
  put(4_100, (at) => ({ note: at === 4_050 ? "the only one" : null }));
  const first = await find("the only one");
  expect(first.entries).toEqual([]);
  // The first three entries are the two notes and the suspension.
  expect(first.searchedTo).toBe(new Date(Date.parse("2025-12-31") - 3_997 * MINUTE).toISOString());
  const second = await find("the only one", { cursor: first.next ?? "" });
  expect(second).toMatchObject({ entries: [{ note: "the only one" }], next: null });
  expect(second.searchedTo).toBeUndefined();
  const listed = await world.operate("audit/listAudit", { area: "keys" });
  expect(listed.body).toMatchObject({ entries: [], searchedTo: first.searchedTo });
});
