import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { signIn } from "#local-aws";
import { startSession } from "#shared/customers/session.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { ROOT } from "../local/options.ts";
import { callApi } from "../local/seed/api.ts";
import { PEOPLE } from "../local/seed/people.ts";
import { signInOperator } from "../local/seed/signIn.ts";
import { startStack } from "../local/stack.ts";
import type { StackFile } from "../local/stackFile.ts";
import { portNumber, readArguments } from "./arguments.ts";
import { script } from "./deploy/run.ts";
import { localSource, rowsOf } from "./recount/tables.ts";
import { addressOf, NAMES, tellStory } from "./upgrade/story.ts";

/**
 * Plays a story on this commit's stack and stores the resulting rows, user pools, secrets and keys, Stripe's side, the
 * computers with their client, and the API's answers. test/isolated/upgrade.test.ts opens them with newer code. Run it
 * after each release, on the release's commit.
 */
async function makeFixture(port: number): Promise<object> {
  const folder = path.join(ROOT, ".local/upgrade");
  const computers = path.join(folder, "computers");
  rmSync(folder, { recursive: true, force: true });
  const running = await startStack({ dataDir: folder, port, reset: true, slack: 10, quiet: true });
  const stack = running.file;
  await tellStory(stack, computers);
  const customers = [];
  for (const name of NAMES)
    customers.push(await leftOf(stack, { ...PEOPLE.visitor, email: addressOf(name) }));
  const desk = await answersFor(stack, "operator", await signInOperator(stack, PEOPLE.operator));
  const rows = Object.fromEntries(
    await Promise.all(
      Object.keys(stack.dynamodb.tables).map(
        async (table) => [table, await rowsOf(localSource(stack), table)] as const,
      ),
    ),
  );
  const madeAt = new Date().toISOString();
  await running.close();
  return {
    commit: spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).stdout.trim(),
    madeAt,
    port,
    files: filesBelow(path.join(folder, "data"), KEPT),
    computers: filesBelow(computers),
    client: filesBelow(path.join(ROOT, "packages/license-client"), /^(?:src[\\/].*\.ts|package\.json)$/),
    rows,
    operator: { ...PEOPLE.operator, refreshToken: null, answers: desk },
    customers,
  };
}

/** What a deployment keeps besides its tables. */
const KEPT = /^(?:cognito[\\/].*|stripe\.json|secrets\.json|parameters\.json|kms\.jsonl)$/;

type Person = { email: string; password: string };

/** A signed-in browser's refresh token and the API's answers; nulls for a person with an authenticator. */
async function leftOf(stack: StackFile, person: Person): Promise<object> {
  const tokens = await signIn(stack.cognito, person.email, person.password).catch(() => null);
  if (tokens === null) return { ...person, refreshToken: null, answers: null };
  await callApi(stack, startSession, {}, { token: tokens.accessToken });
  const answers = await answersFor(stack, "customer", tokens.accessToken);
  return { ...person, refreshToken: tokens.refreshToken ?? null, answers };
}

async function answersFor({ apiUrl }: StackFile, audience: string, token: string): Promise<object> {
  const answers: Record<string, object> = {};
  for (const [id, contract] of Object.entries(ENDPOINTS)) {
    if (contract.method !== "GET" || contract.audience !== audience || contract.path.includes("{")) continue;
    const response = await fetch(apiUrl + contract.path, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    answers[id] = { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }
  return answers;
}

const filesBelow = (folder: string, wanted = /./): Record<string, string> =>
  Object.fromEntries(
    globSync("**/*", { cwd: folder })
      .filter((file) => wanted.test(file) && statSync(path.join(folder, file)).isFile())
      .sort()
      .map((file) => [file.replaceAll("\\", "/"), readFileSync(path.join(folder, file), "utf8")]),
  );

await script(async () => {
  const { values } = readArguments(process.argv.slice(2), {
    output: { type: "string", default: path.join(ROOT, "test/fixtures/upgrade.br") },
    port: { type: "string", default: "5660" },
  });
  const output = path.resolve(values.output);
  const content = Buffer.from(JSON.stringify(await makeFixture(portNumber("--port", values.port))));
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, brotliCompressSync(content, { params }));
  console.log(`Wrote ${path.relative(process.cwd(), output)}`);
});
