import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach } from "vitest";
import { createClock } from "../../src/control/clock.ts";
import { createFunctions, type FunctionsOptions } from "../../src/functions/functions.ts";
import type { FunctionModel } from "../../src/template/model.ts";

const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

export function atEnd(end: () => Promise<void> | void): void {
  endings.unshift(end);
}

export const ID = "feature/one";

export function writeBundle(directory: string, code: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, "index.mjs"), code);
}

/** Runs one function with this code. The code may use `event` and `context`. */
export async function running(
  handler: string,
  changed: Partial<FunctionModel> = {},
  options: Partial<FunctionsOptions> = {},
) {
  const directory = mkdtempSync(path.join(tmpdir(), "function-"));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const bundle = (code: string) =>
    writeBundle(directory, `export const handler = async (event, context) => {${code}};`);
  bundle(handler);
  const model: FunctionModel = {
    logicalId: "One",
    id: ID,
    name: "shop-dev-one",
    arn: "arn:aws:lambda:eu-west-1:111122223333:function:shop-dev-one",
    codeDir: directory,
    handler: "index.handler",
    environment: { FUNCTION_ID: ID, GIVEN: "by the template" },
    timeoutSeconds: 10,
    memoryMb: 128,
    reservedConcurrency: null,
    deadLetterArn: null,
    statements: [],
    ...changed,
  };
  const clock = createClock();
  const logged: string[] = [];
  const functions = await createFunctions({
    functions: [model],
    region: "eu-west-1",
    clock: clock.shared,
    awsPort: 1,
    outside: [{ hosts: ["api.stripe.com"], port: 2 }],
    siteUrl: "http://localhost:3",
    accessKeyOf: (id) => `KEY-${id}`,
    secretAccessKey: "secret",
    onLog: (_id, level, text) => logged.push(`${level}: ${text}`),
    ...options,
  });
  atEnd(() => functions.close());
  const call = (event: unknown = {}) => functions.invoke(ID, event);
  return { functions, model, clock, logged, bundle, directory, call };
}
