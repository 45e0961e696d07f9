import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClientError } from "#shared/diagnostics/public.ts";
import { MAX_PER_ADDRESS } from "../../functions/diagnostics/rules.ts";
import { call } from "../support/api.ts";
import { setViewer } from "../support/control.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

const entry = (change: Partial<ClientError> = {}): ClientError => ({
  timestamp: "2027-03-01T12:00:00.000Z",
  level: "FATAL",
  message: "x is not a function",
  context: { requestId: "req_1772366400000_abc123", page: "/dashboard" },
  ...change,
});
const report = (entries: ClientError[]) => call("diagnostics/logClientErrors", { entries });

test("anybody can send an error report", async () => {
  expect(await report([entry(), entry({ level: "ERROR" })])).toMatchObject({
    status: 200,
    body: { recorded: 2 },
  });
});

test.each<[string, ClientError[]]>([
  ["no error", []],
  ["more than ten errors", Array.from({ length: 11 }, () => entry())],
  ["a message that is too long", [entry({ message: "x".repeat(1001) })]],
  ["a stack that is too long", [entry({ error: { name: "E", message: "m", stack: "x".repeat(4001) } })]],
  ["an invalid request id", [entry({ context: { requestId: "req_1\n", page: "/" } })]],
])("a report with %s is refused", async (_name, entries) => {
  expect(await report(entries)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
});

test("one IP address can report a limited number of errors a minute", async () => {
  await setViewer({ country: "DE", address: "203.0.113.77" });
  try {
    const answers = [];
    for (let told = 0; told <= MAX_PER_ADDRESS * 2; told += 10)
      answers.push(await report(Array.from({ length: 10 }, () => entry())));
    expect(answers.map(({ status }) => status)).toContain(429);
    expect(answers[0]?.status).toBe(200);
  } finally {
    await setViewer({ country: "US", address: null });
  }
});
