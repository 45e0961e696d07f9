import type { Context, SQSEvent } from "aws-lambda";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { consume } from "../../../functions/platform/consume.ts";
import { Undecided } from "../../../functions/platform/undecided.ts";

let written: string[] = [];
beforeEach(() => {
  vi.stubEnv("FUNCTION_ID", "payouts/pay");
  written = [];
  for (const level of ["warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void written.push(line));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function handle(message: string): Promise<void> {
  if (message === "broken") throw new Error("broken");
  if (message === "open") throw new Undecided("Stripe has not answered");
}
const work = consume(z.enum(["good", "broken", "open"]), handle);

const given = (...messages: string[]) =>
  work(
    { Records: messages.map((body) => ({ messageId: body, body: JSON.stringify(body) })) } as SQSEvent,
    { awsRequestId: "r" } as Context,
  );

const events = () => written.map((line) => JSON.parse(line).event);

test("of several messages, only the failed message returns to the queue, and the alarm counts it", async () => {
  expect(await given("good", "broken", "good")).toEqual({
    batchItemFailures: [{ itemIdentifier: "broken" }],
  });
  expect(events()).toEqual(["message.failed"]);
});

test("a message with an unknown outcome returns to the queue, but no alarm counts it", async () => {
  expect(await given("open")).toEqual({ batchItemFailures: [{ itemIdentifier: "open" }] });
  expect(events()).toEqual(["message.undecided"]);
});

test("messages that are handled together run in parallel, and only a failed message returns to the queue", async () => {
  const begun: string[] = [];
  const last = Promise.withResolvers<void>();
  const together = consume(
    z.string(),
    async (message) => {
      begun.push(message);
      if (message === "last") last.resolve();
      await last.promise;
      await handle(message);
    },
    { isTogether: true },
  );
  const Records = ["broken", "good", "last"].map((body) => ({ messageId: body, body: JSON.stringify(body) }));
  const came = await together({ Records } as SQSEvent, { awsRequestId: "r" } as Context);
  expect(begun).toEqual(["broken", "good", "last"]);
  expect(came).toEqual({ batchItemFailures: [{ itemIdentifier: "broken" }] });
});
