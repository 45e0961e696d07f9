import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { transact, type Write, WriteConflict } from "../../../functions/platform/dynamo.ts";
import { startReading, Told } from "../../../functions/platform/reading.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

const rows = memoryDynamo(network());
beforeEach(() => rows.clear());
afterAll(() => void vi.restoreAllMocks());

const PLACE = { TableName: "limits", Key: { pk: "ann", sk: "reading" } };
const write = (value: number): Write => ({
  Put: { TableName: "limits", Item: { pk: "ann", sk: "thing", value } },
});
const stored = () => rows.of("limits").find(({ sk }) => sk === "thing")?.value;

test("the second commit of two overlapping readings conflicts", async () => {
  const first = await startReading(PLACE);
  const second = await startReading(PLACE);
  await second.commit([new Told(second, write(2))]);
  await expect(first.commit([new Told(first, write(1))])).rejects.toThrow(WriteConflict);
  expect(stored()).toBe(2);
});

test("an empty commit also makes an older reading conflict", async () => {
  const older = await startReading(PLACE);
  const newer = await startReading(PLACE);
  await newer.commit([]);
  await expect(older.commit([new Told(older, write(1))])).rejects.toThrow(WriteConflict);
  expect(stored()).toBeUndefined();
});

test("a reading can commit several times before the next reading starts", async () => {
  const reading = await startReading(PLACE);
  await reading.commit([new Told(reading, write(1))]);
  await reading.commit([new Told(reading, write(2))]);
  const next = await startReading(PLACE);
  await next.commit([new Told(next, write(3))]);
  expect(stored()).toBe(3);
});

test("a reading's facts can be stored only by that reading", async () => {
  const [asked, other] = [await startReading(PLACE), await startReading(PLACE)];
  const told = new Told(asked, write(1));
  await expect(other.commit([told])).rejects.toThrow("A reading stores only what it has read itself");
  // @ts-expect-error: Told is no Write.
  const bypass = () => transact([told]);
  await expect(bypass()).rejects.toThrow();
  expect(stored()).toBeUndefined();
});
