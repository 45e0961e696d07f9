import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as getHistory } from "../../../functions/status/getHistory.ts";
import { handler as openIncident } from "../../../functions/status/openIncident.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

vi.mock("../../../functions/http/http.ts", () => ({ http: () => (handle: unknown) => handle }));

type Handler<T> = (call: { input: object; caller: object; now: Date }) => Promise<T>;
const as = <T>(handler: unknown, input: object, day: string) =>
  (handler as Handler<T>)({ input, caller: { userId: "operator" }, now: new Date(`${day}T12:00:00.000Z`) });
const SAID = { services: ["suno"], impact: "yellow", state: "investigating", message: "We look at it." };
const open = (title: string, day: string) =>
  as(openIncident, { requestId: `incident-${title}`, title, ...SAID }, day);
const listed = async (day: string): Promise<string[]> =>
  (await as<{ incidents: { title: string }[] }>(getHistory, {}, day)).incidents.map(({ title }) => title);
/** Removes the incident from the board, as an update that resolves it does. */
const resolved = (title: string): void => {
  for (const { open, ...board } of rows.of("insights").filter(({ sk }) => sk === "current"))
    rows.put("insights", {
      ...board,
      open: (open as { title: string }[]).filter((one) => one.title !== title),
    });
};

const wire = network();
let rows: Rows;
beforeAll(() => {
  vi.stubEnv("TABLE_INSIGHTS", "insights");
  vi.stubEnv("TABLE_AUDIT", "audit");
  rows = memoryDynamo(wire);
  wire.plan();
});
afterAll(() => vi.unstubAllEnvs());

test("an old incident stays in the history while it is open", async () => {
  await open("past", "2026-07-01");
  await open("old", "2026-08-01");
  await open("young", "2026-11-20");
  resolved("past");
  expect(await listed("2026-11-25")).toEqual(["young", "old"]);
  resolved("old");
  expect(await listed("2026-11-25")).toEqual(["young"]);
});
