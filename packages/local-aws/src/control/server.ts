import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import * as z from "zod/mini";
import { Fault, type Faults } from "../aws/faults.ts";
import type { Usage } from "../aws/usage.ts";
import type { Viewer } from "../cloudfront/viewer.ts";
import { onlyFromHere } from "../fromHere.ts";
import type { InvocationRecord } from "../functions/invocations.ts";
import { closeServer, listen } from "../listen.ts";

export type ControlOptions = {
  port: number;
  clock: { now: () => Date; offsetMs: () => number; move: (change: ClockChange) => Promise<void> };
  faults: Faults;
  invocations: (functionId?: string) => InvocationRecord[];
  usage: () => Usage;
  runSchedule: (functionId: string) => Promise<object | undefined>;
  settle: () => Promise<void>;
  viewer: { get: () => Viewer; set: (viewer: Viewer) => void };
  setStreams: (on: boolean) => Promise<void>;
  coolDown: () => void;
};

const ClockChange = z.union([
  z.strictObject({
    advanceSeconds: z.number().check(z.gt(0)),
    lastRuns: z.optional(z.int().check(z.gt(0))),
  }),
  z.strictObject({ backSeconds: z.number().check(z.gt(0)) }),
  z.strictObject({ reset: z.literal(true) }),
]);
export type ClockChange = z.output<typeof ClockChange>;

const ViewerChange = z.strictObject({
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, "must be two capital letters"))),
  address: z.optional(z.nullable(z.string())),
});

const StreamsChange = z.strictObject({ on: z.boolean() });

class BadRequest extends Error {
  override readonly name = "BadRequest";
}

/** The control calls for tests and developers: move time, cause faults, inspect. JSON over HTTP. */
export async function startControl(
  options: ControlOptions,
): Promise<{ url: string; close: () => Promise<void> }> {
  const app = new Hono();
  const clock = () => ({
    now: options.clock.now().toISOString(),
    offsetSeconds: options.clock.offsetMs() / 1000,
  });

  app.get("/", (context) => context.json({ calls: CALLS }));
  app.get("/clock", (context) => context.json(clock()));
  app.post("/clock", async (context) => {
    await options.clock.move(await bodyOf(context.req.raw, ClockChange, CLOCK_HELP));
    return context.json(clock());
  });
  app.delete("/clock", async (context) => {
    await options.clock.move({ reset: true });
    return context.json(clock());
  });

  app.get("/faults", (context) => context.json({ faults: options.faults.list() }));
  app.post("/faults", async (context) => {
    const fault = await bodyOf(context.req.raw, Fault);
    const { services } = options.faults;
    if (!services.includes(fault.service))
      throw new BadRequest(`service: ${fault.service} is none of ${services.join(", ")}`);
    options.faults.add(fault);
    return context.json({ faults: options.faults.list() });
  });
  app.delete("/faults", (context) => {
    options.faults.clear();
    return context.json({ faults: [] });
  });

  app.get("/invocations", (context) =>
    context.json({ invocations: options.invocations(context.req.query("function")) }),
  );

  app.get("/usage", (context) => context.json(options.usage()));

  app.post("/schedules/:feature/:name/run", async (context) => {
    const functionId = `${context.req.param("feature")}/${context.req.param("name")}`;
    const result = await options.runSchedule(functionId);
    if (result === undefined) return context.json({ error: `No schedule calls ${functionId}` }, 404);
    return context.json(result);
  });
  // The id's slash may be encoded.
  app.post("/schedules/:id/run", async (context) => {
    const functionId = context.req.param("id");
    const result = await options.runSchedule(functionId);
    if (result === undefined) return context.json({ error: `No schedule calls ${functionId}` }, 404);
    return context.json(result);
  });

  app.post("/settle", async (context) => {
    await options.settle();
    return context.json({ settled: true });
  });

  app.post("/streams", async (context) => {
    const { on } = await bodyOf(context.req.raw, StreamsChange);
    await options.setStreams(on);
    return context.json({ on });
  });

  app.post("/cold", (context) => {
    options.coolDown();
    return context.json({ cold: true });
  });

  app.get("/viewer", (context) => context.json(options.viewer.get()));
  app.post("/viewer", async (context) => {
    const { country, address } = await bodyOf(context.req.raw, ViewerChange);
    const before = options.viewer.get();
    options.viewer.set({
      country: country ?? before.country,
      address: address === undefined ? before.address : address,
    });
    return context.json(options.viewer.get());
  });

  app.notFound((context) => context.json({ error: "There is no such call", calls: CALLS }, 404));
  app.onError((error, context) => {
    if (error instanceof BadRequest) return context.json({ error: error.message }, 400);
    return context.json({ error: error.message }, 500);
  });

  const server = createAdaptorServer({
    fetch: onlyFromHere((request) => app.fetch(request)),
    hostname: "127.0.0.1",
  });
  const port = await listen(server, options.port);
  return { url: `http://localhost:${port}`, close: () => closeServer(server) };
}

const CLOCK_HELP =
  "Send { advanceSeconds, lastRuns? }, { backSeconds } or { reset: true }. Numbers must be above 0, lastRuns a whole number";

const CALLS = [
  "GET, POST, DELETE /clock",
  "POST /schedules/{functionId}/run",
  "GET, POST, DELETE /faults",
  "GET /invocations?function=",
  "GET /usage",
  "POST /settle",
  "POST /streams { on }",
  "POST /cold",
  "GET, POST /viewer { country?, address? }",
];

async function bodyOf<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  help?: string,
): Promise<z.output<Schema>> {
  const text = await request.text();
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new BadRequest(help ?? "The body is not JSON");
  }
  const result = z.safeParse(schema, given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new BadRequest(help ?? `${issue?.path.join(".") || "body"}: ${issue?.message ?? "is not valid"}`);
}
