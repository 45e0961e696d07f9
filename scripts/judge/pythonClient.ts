import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createFreeKey } from "#shared/licenses/customer.ts";
import { callApi } from "../../local/seed/api.ts";
import { signInAs } from "../../local/seed/signIn.ts";
import { startStack } from "../../local/stack.ts";
import type { Judge, Verdict } from "./judge.ts";
import { emptyFolder, HOME, mustRun, type Ran, ROOT, run, workFolder } from "./tools.ts";

const PORT = 5620;
const VERSION = "48.0.0";
const PACKAGE = path.join(ROOT, "packages/license-client");
const PYTHON = path.join(HOME, "python/bin/python");

/** The client's commands, each with one of two stores, the expected exit code and a word of the expected output. */
const STORY = [
  ["own", "status", 1, "needs-key"],
  ["own", "refresh", 1, "NOT_ACTIVATED"],
  ["own", "activate", 0, "done"],
  ["own", "refresh", 0, "done"],
  ["own", "status", 0, "active"],
  ["copy", "refresh", 0, "done"],
  ["own", "refresh", 1, "CLONE_SUSPECTED"],
  ["own", "status", 1, "needs-key"],
  ["own", "activate", 0, "done"],
  ["copy", "refresh", 1, "CLONE_SUSPECTED"],
  ["own", "deactivate", 0, "done"],
  ["own", "status", 1, "needs-key"],
] as const;

export const pythonClient: Judge = {
  name: "python-client",
  judges: "the license protocol, by a client in Python that shares no code with ours",
  install: `python3 -m venv .local/judge/python && .local/judge/python/bin/pip install --quiet cryptography==${VERSION}`,
  finding: "fails",
  isInstalled: () =>
    globSync(`python/lib/python3*/site-packages/cryptography-${VERSION}.dist-info`, { cwd: HOME }).length > 0,
  async judge() {
    const vectors = await checkVectors(path.join(PACKAGE, "vectors"));
    return {
      findings: [...vectors.findings, ...(await playStory())],
      judged: `${vectors.judged} and ${STORY.length} commands`,
    };
  },
  mistake: "leases 1 (signed by the pinned key): 'valid' instead of 'invalid'",
  plant() {
    const folder = emptyFolder();
    cpSync(path.join(PACKAGE, "vectors"), folder, { recursive: true });
    const leases = path.join(folder, "leases.json");
    const text = readFileSync(leases, "utf8");
    writeFileSync(leases, text.replace('"result": "valid"', '"result": "invalid"'));
    return checkVectors(folder);
  },
};

const python = (...[program = "", ...words]: readonly string[]): Promise<Ran> =>
  run(PYTHON, ["-B", path.join(PACKAGE, "examples", program), ...words]);

async function checkVectors(folder: string): Promise<Verdict> {
  const ran = await python("license_vectors.py", folder);
  const lines = ran.stdout.trimEnd().split("\n");
  const [, judged] = /^(\d+ vectors), /.exec(lines.pop() ?? "") ?? [];
  if (judged === undefined) throw new Error(ran.stderr.slice(-2000));
  return { findings: lines, judged };
}

/** @returns unexpected results, one line each */
async function playStory(): Promise<string[]> {
  const stack = await startStack({ dataDir: workFolder("stack"), port: PORT, reset: true, quiet: true });
  try {
    const token = await signInAs(stack.file, "customer");
    const created = await callApi(stack.file, createFreeKey, {}, { token });
    const { licenseKey } = createFreeKey.output.parse(created);
    const folder = emptyFolder();
    const pins = path.join(folder, "pins.json");
    const program = path.join(PACKAGE, "bin/articlip-license.mjs");
    const pinned = await mustRun(process.execPath, [program, "pin", "--url", stack.file.apiUrl]);
    writeFileSync(pins, pinned.stdout);
    const findings: string[] = [];
    for (const [name, command, exit, word] of STORY) {
      const store = path.join(folder, `${name}.json`);
      const words = command === "activate" ? [command, licenseKey] : [command];
      const ran = await python("license_client.py", ...words, "--pins", pins, "--store", store);
      if (ran.status !== exit || !ran.stdout.includes(`"${word}"`))
        findings.push(
          `${name}: ${command} ended with ${ran.status}: ${ran.stdout || ran.stderr.slice(-500)}`,
        );
      if (name === "own" && command === "status" && exit === 0) cpSync(store, path.join(folder, "copy.json"));
    }
    return findings;
  } finally {
    await stack.close();
  }
}
