import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler } from "../../../functions/licenses/createLicenseKey.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { type Mode, network } from "../../support/memory/network.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";
import { NOW } from "./license.ts";

vi.mock("../../../functions/http/http.ts", () => ({ http: () => (handle: unknown) => handle }));
vi.mock("../../../functions/platform/origin.ts", () => ({ originSecret: () => "origin" }));

type Made = { licenseKey: string; key: { user_id: string } };
type Handler = (call: { input: object; caller: object; now: Date }) => Promise<Made>;
const wire = network();
let rows: Rows;
beforeAll(() => {
  vi.stubEnv("ORIGIN_HASHES", ORIGIN_HASHES);
  for (const table of ["audit", "grants", "seats", "users"])
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  rows = memoryDynamo(wire);
});
beforeEach(() => {
  wire.plan();
  rows.clear();
  rows.put("users", { pk: "ann", sk: "account", ...newAccount("ann", "ann@example.com", NOW) });
});
afterAll(() => vi.unstubAllEnvs());

const INPUT = { userId: "ann", duration: "monthly", maxDailySwaps: 3 };
const press = (change: object = { requestId: "one-dialog" }) =>
  (handler as unknown as Handler)({
    input: { ...INPUT, ...change },
    caller: { userId: "operator", signedInAt: NOW },
    now: NOW,
  });

test.each(["refused", "lost"] satisfies Mode[])(
  "one dialog generates one key even if the first request fails at one of its calls (%s) and the operator repeats it",
  async (mode) => {
    const restore = rows.keep();
    await press();
    const { length } = wire.calls;
    for (let at = 0; at < length; at += 1) {
      restore();
      wire.plan({ at, mode });
      await press().catch(() => undefined);
      wire.plan();
      const answers = [await press(), await press()];
      expect(new Set(answers.map(({ licenseKey }) => licenseKey)).size, `call ${at}`).toBe(1);
      expect(answers[0]?.key.user_id).toBe("ann");
      expect(rows.of("grants")).toHaveLength(1);
      expect(rows.of("audit")).toHaveLength(1);
    }
    await expect(press({ requestId: "one-dialog", duration: "yearly" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(rows.of("grants")).toHaveLength(1);
  },
);

test("each request without a request id and each dialog generates a key", async () => {
  await press({});
  await press({});
  await press({ requestId: "other-dialog" });
  expect(rows.of("grants")).toHaveLength(3);
});
