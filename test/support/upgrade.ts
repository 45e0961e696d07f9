import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import * as z from "zod/mini";
import { placesIn, portsFrom } from "../../local/options.ts";
import { putRows } from "../../local/seed/rows.ts";
import { startStack } from "../../local/stack.ts";
import { post, settle } from "./control.ts";
import { callOwnStack, ROOT, shifted, stack } from "./running.ts";
import { FOR_TESTS } from "./stack.ts";

/** `npm run test:deep` makes another fixture and sets this variable. */
const FIXTURE = process.env.UPGRADE_FIXTURE ?? path.join(ROOT, "test/fixtures/upgrade.br");
const PORT = shifted(5120);

const Answers = z.record(z.string(), z.object({ status: z.number(), body: z.unknown() }));
const Files = z.record(z.string(), z.string());
const Person = z.object({
  email: z.string(),
  password: z.string(),
  /** The token of a signed-in browser, or null for a user who could not sign in. */
  refreshToken: z.nullable(z.string()),
  /** The answer to each call without parameters, by endpoint. */
  answers: z.nullable(Answers),
});

/** The records that scripts/upgradeFixture.ts keeps of an old commit's stack. */
const Fixture = z.object({
  commit: z.string(),
  madeAt: z.string(),
  /** The stack listened here and on the seven ports after it. */
  port: z.number(),
  /** The files of user pools, sandbox, secrets and keys, by their path in the stack's data. */
  files: Files,
  /** What the old client stored, such as `free/license.json`. Each computer has a folder. */
  computers: Files,
  /** The files of the old client. */
  client: Files,
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  operator: Person,
  customers: z.array(Person),
});

/** The text with the addresses of the old stack replaced by the new stack's addresses. */
function moved(text: string): string {
  const { port } = z.parse(z.object({ port: z.number() }), JSON.parse(text));
  const ports = new Map(
    Object.entries(portsFrom(port)).map(([name, old]) => [
      String(old),
      portsFrom(PORT)[name as keyof ReturnType<typeof portsFrom>],
    ]),
  );
  return text.replaceAll(/(localhost|127\.0\.0\.1):(\d+)/g, (address, host: string, old: string) =>
    ports.has(old) ? `${host}:${ports.get(old)}` : address,
  );
}

export const fixture = Fixture.parse(
  JSON.parse(moved(brotliDecompressSync(readFileSync(FIXTURE)).toString())),
);

export function personOf(name: string) {
  const person = fixture.customers.find(({ email }) => email === `${name}@example.com`);
  if (person === undefined) throw new Error(`The fixture has no customer called ${name}`);
  return person;
}

/** The clocks of the stack and the computers show the moment when the old stack ended, so nothing comes due. */
const offsetMs = Date.parse(fixture.madeAt) - Date.now();
const ROWS_A_CALL = 25;

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600 });
  }
}

/** Starts the newest code on the old data. */
export async function startUpgraded(): Promise<{ close: () => Promise<void> }> {
  const dataDir = path.join(ROOT, ".local", "test-upgrade");
  rmSync(dataDir, { recursive: true, force: true });
  writeFiles(placesIn(dataDir).data, { ...fixture.files, "clock.json": JSON.stringify({ offsetMs }) });
  // The old stack's streams have already handled these rows.
  const running = await startStack({ dataDir, port: PORT, seed: false, streams: false, ...FOR_TESTS });
  callOwnStack(running.file);
  for (const [table, rows] of Object.entries(fixture.rows))
    for (let from = 0; from < rows.length; from += ROWS_A_CALL)
      await putRows(stack(), table, rows.slice(from, from + ROWS_A_CALL));
  await post(`${stack().controlUrl}/streams`, { on: true });
  await settle();
  return running;
}

/** Gets a new access token, as a browser does before the old one ends. @returns the new token */
export async function refreshSession(refreshToken: string): Promise<string> {
  const { endpoint, clientId } = stack().cognito;
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth",
    },
    body: JSON.stringify({
      ClientId: clientId,
      AuthFlow: "REFRESH_TOKEN_AUTH",
      AuthParameters: { REFRESH_TOKEN: refreshToken },
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Cognito answered ${response.status}: ${text}`);
  return JSON.parse(text).AuthenticationResult.AccessToken;
}

const CLOCK = `const Host = Date;
globalThis.Date = class extends Host {
  constructor(...given) { super(...(given.length > 0 ? given : [Host.now() + ${offsetMs}])); }
  static now() { return Host.now() + ${offsetMs}; }
};`;
/** Runs several commands in one process, because starting a process takes longer than a command. */
const OLD_PROGRAM = `const { main } = await import("./client/src/cli/main.ts");
for (const argv of JSON.parse(process.argv[2])) await main(argv, (text) => process.stdout.write(text));`;

/** A computer, and the words that its user types. */
export type Typed = readonly [computer: string, ...words: string[]];
export type Said = Readonly<Record<string, unknown>>;

/** The computers with the files of the old client. */
export function openComputers() {
  const folder = mkdtempSync(path.join(tmpdir(), "old-computers-"));
  writeFiles(path.join(folder, "client"), fixture.client);
  writeFiles(path.join(folder, "computers"), fixture.computers);
  writeFiles(folder, { "old.mjs": OLD_PROGRAM });
  const argvOf = ([computer, ...words]: Typed) => [
    ...words,
    ...["--dir", path.join(folder, "computers", computer), "--machine", computer],
    ...["--name", `Computer of ${computer}`, "--url", stack().apiUrl, "--json"],
  ];
  const run = (...program: readonly string[]) =>
    new Promise<Said[]>((resolve, reject) => {
      const clock = ["--import", `data:text/javascript,${encodeURIComponent(CLOCK)}`];
      execFile(process.execPath, [...clock, ...program], (error, stdout, stderr) => {
        const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
        if (lines.length > 0) resolve(lines.map((line) => JSON.parse(line)));
        else reject(new Error(`${stdout}\n${stderr}`, { cause: error }));
      });
    });
  const program = path.join(ROOT, "packages/license-client/bin/articlip-license.mjs");
  return {
    /** Types commands for the old client. */
    typeOld: (...typed: readonly Typed[]) =>
      run(path.join(folder, "old.mjs"), JSON.stringify(typed.map(argvOf))),
    /** Types a command for the newest client, as after an update of the application. */
    typeNew: (...typed: Typed) => run(program, ...argvOf(typed)),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
