import { afterEach, expect, test } from "vitest";
import {
  forgetAll,
  freshRow,
  type Listing,
  patched,
  remember,
  SETTLED_AFTER,
  withFresh,
} from "../../../web/src/operator/data/fresh.ts";

type Row = { id: string; at: string; on: boolean };
const row = (id: string, at: string, on = true): Row => ({ id, at, on });
const ROWS = [row("c", "3"), row("b", "2"), row("a", "1")];
const newest: Listing<Row> = { kind: "key", belongs: () => true, madeAt: ({ at }) => at };
const shown = (readAt: number, listing: Partial<Listing<Row>> = {}) =>
  withFresh(ROWS, readAt, { ...newest, ...listing }).map(({ id, on }) => `${id}${on ? "" : " off"}`);
afterEach(forgetAll);

test("a read that began before or shortly after a change shows the change, and a later read is shown as it is", () => {
  remember({ kind: "key", id: "b", patch: { on: false } }, 1000);
  expect(shown(900)).toEqual(["c", "b off", "a"]);
  expect(shown(1000 + SETTLED_AFTER - 1)).toEqual(["c", "b off", "a"]);
  expect(shown(1000 + SETTLED_AFTER)).toEqual(["c", "b", "a"]);
});

test("a row leaves the list if it no longer matches the filter or was deleted", () => {
  remember({ kind: "key", id: "b", patch: { on: false } }, 1000);
  expect(shown(900, { belongs: ({ on }) => on })).toEqual(["c", "a"]);
  remember({ kind: "key", id: "c", patch: null }, 1000);
  expect(shown(900)).toEqual(["b off", "a"]);
});

test("a new row appears among the newest rows, but not on another page or in another order", () => {
  remember({ kind: "key", id: "d", patch: row("d", "4"), isWhole: true }, 1000);
  expect(shown(900)).toEqual(["d", "c", "b", "a"]);
  expect(shown(900, { madeAt: null })).toEqual(["c", "b", "a"]);
  remember({ kind: "key", id: "0", patch: row("0", "0"), isWhole: true }, 1000);
  expect(shown(900)).toEqual(["d", "c", "b", "a"]);
  expect(withFresh([], 900, newest)).toHaveLength(2);
});

test("a row with two changes shows both, and a partial change does not create a row", () => {
  remember({ kind: "key", id: "d", patch: row("d", "4"), isWhole: true }, 1000);
  remember({ kind: "key", id: "d", patch: { on: false } }, 1000);
  expect(freshRow("key", "d", 900)).toEqual(row("d", "4", false));
  remember({ kind: "key", id: "e", patch: { on: false } }, 1000);
  expect(freshRow("key", "e", 900)).toBeUndefined();
  expect(freshRow("user", "d", 900)).toBeUndefined();
});

test("a row that was loaded without its list shows a change until it is read again", () => {
  const linked = row("z", "0");
  expect(patched("key", linked, 900)).toBe(linked);
  remember({ kind: "key", id: "z", patch: { on: false } }, 1000);
  expect(patched("key", linked, 900)).toEqual(row("z", "0", false));
  expect(patched("key", linked, 1000 + SETTLED_AFTER)).toBe(linked);
  remember({ kind: "key", id: "z", patch: null }, 1000);
  expect(patched("key", linked, 900)).toBeUndefined();
});
