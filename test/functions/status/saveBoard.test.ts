import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler as saveBoard } from "../../../functions/status/saveBoard.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

vi.mock("../../../functions/http/http.ts", () => ({ http: () => (handle: unknown) => handle }));

const GREEN = { chatgpt: "green", suno: "green", elevenlabs: "green" } as const;
const NOTED = { ...GREEN, suno: "red", note: "We look at it." };
type Handler = (call: { input: object; caller: object; now: Date }) => Promise<{ updated_at: string }>;
const save = (input: object, minute: number) =>
  (saveBoard as unknown as Handler)({
    input,
    caller: { userId: "operator" },
    now: new Date(Date.UTC(2026, 10, 25, 12, minute)),
  });

const wire = network();
let rows: Rows;
beforeAll(() => {
  vi.stubEnv("TABLE_INSIGHTS", "insights");
  vi.stubEnv("TABLE_AUDIT", "audit");
  rows = memoryDynamo(wire);
  wire.plan();
});
beforeEach(() => rows.clear());
afterAll(() => vi.unstubAllEnvs());
const written = () => [...rows.of("insights"), ...rows.of("audit")];

test("repeating a save after a lost answer succeeds and writes nothing", async () => {
  const first = await save(NOTED, 0);
  const before = written();
  expect(await save(NOTED, 5)).toEqual(first);
  expect(written()).toEqual(before);
});

test("a note without a visible change is refused", async () => {
  const refused = { code: "VALIDATION_ERROR", field: "note" };
  await expect(save({ ...GREEN, note: NOTED.note }, 0)).rejects.toMatchObject(refused);
  await save(NOTED, 5);
  await expect(save({ ...NOTED, note: "It is still slow." }, 10)).rejects.toMatchObject(refused);
  await save({ ...GREEN, suno: "red" }, 15);
  await expect(save(NOTED, 20)).rejects.toMatchObject(refused);
});
