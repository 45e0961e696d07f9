import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler as addNote } from "../../../functions/accounts/addNote.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { inProcess, type Mode, network } from "../../support/memory/network.ts";

vi.mock("../../../functions/http/http.ts", () => ({ http: () => (handle: unknown) => handle }));

const NOW = new Date("2026-11-25T12:00:00.000Z");
type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
let minute = 0;
const add = (input: object) => {
  minute += 1;
  return inProcess(() =>
    (addNote as unknown as Handler)({
      input: { userId: "ann", note: "Wrote to support.", ...input },
      caller: { userId: "operator" },
      now: new Date(NOW.getTime() + minute),
    }),
  );
};
const FORM = { requestId: "dialog-0001" };

const wire = network();
let rows: Rows;
beforeAll(() => {
  vi.stubEnv("TABLE_AUDIT", "audit");
  vi.stubEnv("TABLE_USERS", "users");
  rows = memoryDynamo(wire);
});
beforeEach(() => {
  wire.plan();
  rows.clear();
  rows.put("users", { pk: "ann", sk: "account", ...newAccount("ann", "ann@example.com", NOW) });
});
afterAll(() => vi.unstubAllEnvs());
const notes = () => rows.partition("audit", "audit").map(({ note }) => note);

const FAULTS: Mode[] = ["refused", "lost", "killed before", "killed after"];
test.each(FAULTS)(
  "a form that is sent again stores one note, whichever call of the first request failed (%s)",
  async (mode) => {
    for (const at of [0, 1]) {
      rows.clear();
      rows.put("users", { pk: "ann", sk: "account", ...newAccount("ann", "ann@example.com", NOW) });
      wire.plan({ at, mode });
      await add(FORM).catch(() => undefined);
      wire.plan();
      await add(FORM);
      expect(notes(), `call ${at}`).toEqual(["Wrote to support."]);
    }
  },
);

test("a changed text from the same form is stored as a second note, and each call without a request id stores a note", async () => {
  await add(FORM);
  await add({ ...FORM, note: "They answered." });
  expect(notes()).toEqual(["Wrote to support.", "They answered."]);
  await add({});
  await add({});
  expect(notes()).toHaveLength(4);
});

test("a write that conflicts with another write is retried", async () => {
  const { send } = DynamoDBDocumentClient.prototype;
  let met = 0;
  const busy = vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(async function (
    this: DynamoDBDocumentClient,
    ...given: unknown[]
  ) {
    const isWrite = given[0]?.constructor.name === "TransactWriteCommand";
    if (isWrite) met += 1;
    if (isWrite && met === 1)
      throw new TransactionCanceledException({
        message: "Another write",
        CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict" }],
        $metadata: {},
      });
    return Reflect.apply(send, this, given);
  });
  await add(FORM);
  busy.mockRestore();
  expect(met).toBe(2);
  expect(notes()).toEqual(["Wrote to support."]);
});
