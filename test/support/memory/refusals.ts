import { afterAll, beforeEach, expect, vi } from "vitest";
import { transact, type Write, WriteConflict } from "../../../functions/platform/dynamo.ts";
import { TABLES } from "../../../infra/tables.ts";
import { memoryDynamo, type Rows } from "./dynamo.ts";
import type { Row } from "./expressions.ts";
import { type Network, network } from "./network.ts";

type Asked = () => Write | Write[] | Promise<unknown>;

export type Refusals = {
  network: Network;
  rows: Rows;
  /** Changes attributes of a row, or creates the row. */
  set(table: string, key: { pk: string; sk: string }, change: Row): void;
  /**
   * Expects that a write works now, but is refused and changes no row after `change`. Restores the rows.
   */
  expectRefused(write: Asked, change: () => void): Promise<void>;
};

/** All tables in memory, for tests of writes that arrive too late. They are empty before each test. */
export function memoryRefusals(): Refusals {
  for (const table of Object.keys(TABLES)) vi.stubEnv(`TABLE_${table.toUpperCase()}`, table.toLowerCase());
  const wire = network();
  const rows = memoryDynamo(wire);
  beforeEach(() => {
    rows.clear();
    wire.turn = undefined;
    wire.plan();
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const all = () => Object.keys(TABLES).map((table) => rows.of(table));
  return {
    network: wire,
    rows,
    set(table, key, change) {
      const before = rows.partition(table, key.pk).find(({ sk }) => sk === key.sk);
      rows.put(table, { ...before, ...key, ...change });
    },
    async expectRefused(write, change) {
      const restore = rows.keep();
      const before = all();
      expect(await isRefused(write), "before the change").toBe(false);
      // A write that changes no row is a check, and must be refused. A function with another write may ignore the
      // refusal.
      const isCheck = JSON.stringify(all()) === JSON.stringify(before);
      restore();
      change();
      const after = all();
      const wasRefused = await isRefused(write);
      expect(all()).toEqual(after);
      if (isCheck) expect(wasRefused).toBe(true);
      restore();
    },
  };
}

async function isRefused(write: Asked): Promise<boolean> {
  try {
    const asked = await write();
    const isWrite = (value: unknown): value is Write =>
      typeof value === "object" &&
      value !== null &&
      /^(Put|Update|Delete|ConditionCheck)$/.test(Object.keys(value).join());
    const writes = [asked].flat().filter(isWrite);
    if (writes.length > 0) await transact(writes);
    return false;
  } catch (error) {
    if (error instanceof WriteConflict) return true;
    throw error;
  }
}
