import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler as openIncident } from "../../../functions/status/openIncident.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { inProcess, type Mode, network } from "../../support/memory/network.ts";
import { memoryDelays } from "../../support/memory/queue.ts";

vi.mock("../../../functions/http/http.ts", () => ({ http: () => (handle: unknown) => handle }));

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const INPUT = {
  requestId: "incident-1",
  title: "Voices fail",
  services: ["elevenlabs"],
  impact: "red",
  state: "investigating",
  message: "We look at it.",
  mail: "customers",
};
const wire = network();
let rows: Rows;
let turns: { mailing: string; delay: number }[] = [];
beforeAll(() => {
  for (const [name, value] of Object.entries({
    TABLE_INSIGHTS: "insights",
    TABLE_AUDIT: "audit",
    MAIL_QUEUE_URL: "mail",
  }))
    vi.stubEnv(name, value);
  rows = memoryDynamo(wire);
  memoryDelays(wire, ({ body, delay }) => void turns.push({ ...JSON.parse(body), delay }));
});
beforeEach(() => {
  rows.clear();
  turns = [];
});
afterAll(() => vi.unstubAllEnvs());

const open = () =>
  inProcess(() =>
    (openIncident as unknown as Handler)({ input: INPUT, caller: { userId: "operator" }, now: new Date() }),
  );
const written = (kind: string) => rows.of("insights").filter(({ pk, sk }) => `${pk}/${sk}`.startsWith(kind));

const FAULTS: Mode[] = ["refused", "lost", "killed before", "killed after"];
test.each(FAULTS)("an incident that was written is mailed, whichever call fails (%s)", async (mode) => {
  wire.plan();
  await open();
  const { length } = wire.calls;
  expect(length).toBe(3);
  for (let at = 0; at < length; at += 1) {
    rows.clear();
    turns = [];
    wire.plan({ at, mode });
    await open().catch(() => undefined);
    const mailings = written("mailings/");
    expect(mailings, `call ${at}`).toHaveLength(written("status/incident#").length);
    for (const { id } of mailings) expect(turns.map(({ mailing }) => mailing)).toContain(id);
  }
});

test("the mailing starts after the call has ended, and a form that is sent twice starts one mailing", async () => {
  wire.plan();
  await open();
  await open();
  expect(turns).toMatchObject([{ delay: 120 }, { delay: 120 }]);
  expect(written("mailings/")).toMatchObject([
    { id: turns[0]?.mailing, audience: "customers", recipients: 0 },
  ]);
});
