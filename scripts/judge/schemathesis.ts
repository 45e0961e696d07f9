import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { signInAs } from "../../local/seed/signIn.ts";
import { startStack } from "../../local/stack.ts";
import type { Judge, Verdict } from "./judge.ts";
import { serve } from "./loopback.ts";
import { emptyFolder, ROOT, run, tool, toolPath, workFolder } from "./tools.ts";

const PORT = 5600;
/** Examples for each operation and identity: the whole takes some minutes. */
const MAX_EXAMPLES = 10;

const PLANTED = {
  openapi: "3.1.0",
  info: { title: "Planted", version: "1" },
  paths: { "/planted": { get: { responses: { "200": { description: "Never answered" } } } } },
};

/** Requests generated from the API document, as a customer and as the operator (PyPI schemathesis). */
export const schemathesis: Judge = {
  name: "schemathesis",
  judges: "the API by its document, as a customer and as the operator",
  install:
    "python3 -m venv .local/judge/python && .local/judge/python/bin/pip install --quiet schemathesis==4.32.5",
  finding: "reports",
  isInstalled: () => toolPath("schemathesis") !== undefined,
  async judge() {
    const stack = await startStack({ dataDir: workFolder("stack"), port: PORT, reset: true, quiet: true });
    try {
      const findings: string[] = [];
      for (const who of ["customer", "operator"] as const) {
        const token = await signInAs(stack.file, who);
        const found = await explore(path.join(ROOT, "docs/api/openapi.json"), stack.file.apiUrl, [
          `--header=Authorization: Bearer ${token}`,
        ]);
        findings.push(...found.map((finding) => `as ${who}: ${finding}`));
      }
      return { findings, judged: "the API, as 2 identities" };
    } finally {
      await stack.close();
    }
  },
  mistake: "GET /planted: ST101 Server error",
  /** A server that answers 500 to what its document promises. */
  plant: () => plant(),
};

async function plant(): Promise<Verdict> {
  const document = path.join(emptyFolder(), "planted.json");
  writeFileSync(document, JSON.stringify(PLANTED));
  const server = http.createServer((_incoming, outgoing) => outgoing.writeHead(500).end());
  const { port, close } = await serve(server);
  try {
    return { findings: await explore(document, `http://127.0.0.1:${port}`), judged: "1 operation" };
  } finally {
    await close();
  }
}

/** The kinds of failure of each operation. */
async function explore(document: string, url: string, more: readonly string[] = []): Promise<string[]> {
  // It keeps its failures in the folder that it runs in.
  const cwd = workFolder("schemathesis");
  const report = path.join(cwd, "report.xml");
  const limits = [`--max-examples=${MAX_EXAMPLES}`, "--phases=examples,coverage,fuzzing", "--seed=1"];
  const reporting = ["--report=junit", `--report-junit-path=${report}`, "--continue-on-failure"];
  const args = ["run", document, "--url", url, ...limits, ...reporting, ...more];
  const ran = await run(tool("schemathesis"), args, { cwd });
  // 0: no failure, 1: failures. Anything else is no verdict.
  if (ran.status > 1) throw new Error((ran.stderr || ran.stdout).slice(-2000));
  return failuresIn(readFileSync(report, "utf8"));
}

/** One finding for each kind of failure of an operation, from a JUnit report: its text has lines "- ST101 …". */
function failuresIn(xml: string): string[] {
  return [...xml.matchAll(/<testcase name="([^"]*)"[^>]*>([\s\S]*?)<\/testcase>/g)].flatMap(
    ([, name = "", body = ""]) => {
      const kinds = new Set([...body.matchAll(/^- (ST\d+ .*)$/gm)].map(([, kind]) => kind));
      return [...kinds].map((kind) => `${name}: ${kind}`);
    },
  );
}
