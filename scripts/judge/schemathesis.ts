import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { signInAs } from "../../local/seed/signIn.ts";
import { startStack } from "../../local/stack.ts";
import type { Judge, Verdict } from "./judge.ts";
import { serve } from "./loopback.ts";
import { emptyFolder, ROOT, run, tool, toolPath, workFolder } from "./tools.ts";

const PORT = 5600;
/** Examples for each operation and identity: 30 made 13,946 requests, and 28,000 is the goal. */
const MAX_EXAMPLES = 80;

/** Calls that end the explorer's own session: everything after them would be refused. */
const ENDS_OWN_SESSION = [
  "accounts/changePassword",
  "accounts/deleteAccount",
  "accounts/endAllSessions",
  "accounts/endSession",
  "accounts/endOperatorSession",
];
/** Stripe alone can sign its events. */
const NEEDS_SIGNATURE = ["billing/stripeWebhook"];

/** Operations whose input has a rule that JSON Schema has no words for: valid input may be refused with 400. */
const HAS_MORE_RULES: Readonly<Record<string, readonly string[]>> = {
  "a license key ends with check characters": [
    "activity/report",
    "licenses/activate",
    "licenses/answerOffline",
    "licenses/deactivate",
    "licenses/dismissCopy",
    "licenses/nameSeat",
    "licenses/refresh",
    "licenses/replaceKey",
    "licenses/swapSeat",
  ],
  "a code is the one that was mailed or is shown": [
    "accounts/confirmEmail",
    "accounts/confirmNewEmail",
    "accounts/setSecondFactor",
    "licenses/answerSignIn",
  ],
  "a note goes with a change": ["status/saveBoard"],
  "an address is of this site, or on the public web": [
    "affiliates/createDestination",
    "affiliates/updateDestination",
    "billing/openPortal",
    "billing/startCheckout",
    "payouts/startOnboarding",
  ],
};

/**
 * What differs from the tool's own settings. API Gateway answers 404 to a method that has no route. An address that is
 * too long is refused with 431, which the tool does not count as a refusal.
 */
const CONFIG = `
[checks.unsupported_method]
enabled = false
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "409", "413", "415", "429", "431"]
${Object.entries(HAS_MORE_RULES)
  .flatMap(([why, ids]) => ids.map((id) => ({ why, id })))
  .map(
    ({ why, id }) => `[[operations]] # ${why}
include-operation-id = "${id}"
checks.positive_data_acceptance.expected-statuses = ["2xx", "3xx", "400", "401", "403", "404", "409", "429"]`,
  )
  .join("\n")}
`;

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
  finding: "fails",
  isInstalled: () => toolPath("schemathesis") !== undefined,
  async judge() {
    const stack = await startStack({ dataDir: workFolder("stack"), port: PORT, reset: true, quiet: true });
    try {
      const findings: string[] = [];
      let requests = 0;
      for (const who of ["customer", "operator"] as const) {
        const token = await signInAs(stack.file, who);
        const found = await explore(who, path.join(ROOT, "docs/api/openapi.json"), stack.file.apiUrl, [
          `--header=Authorization: Bearer ${token}`,
        ]);
        findings.push(...found.findings.map((finding) => `as ${who}: ${finding}`));
        requests += found.requests;
      }
      return { findings, judged: `the API, as 2 identities, in ${requests} requests` };
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
    const { findings } = await explore("planted", document, `http://127.0.0.1:${port}`);
    return { findings, judged: "1 operation" };
  } finally {
    await close();
  }
}

/** The kinds of failure of each operation. */
async function explore(
  who: string,
  document: string,
  url: string,
  more: readonly string[] = [],
): Promise<{ findings: string[]; requests: number }> {
  // It keeps its failures in the folder that it runs in.
  const cwd = workFolder("schemathesis");
  const report = path.join(cwd, `${who}.xml`);
  const limits = [
    `--max-examples=${MAX_EXAMPLES}`,
    "--phases=examples,coverage,fuzzing",
    "--seed=1",
    "--request-timeout=60",
  ];
  const reporting = ["--report=junit", `--report-junit-path=${report}`, "--continue-on-failure"];
  const config = path.join(cwd, "schemathesis.toml");
  writeFileSync(config, CONFIG);
  const left = [...ENDS_OWN_SESSION, ...NEEDS_SIGNATURE].map((id) => `--exclude-operation-id=${id}`);
  const args = [
    "--config-file",
    config,
    "run",
    document,
    "--url",
    url,
    ...limits,
    ...reporting,
    ...left,
    ...more,
  ];
  const ran = await run(tool("schemathesis"), args, { cwd });
  // 0: no failure, 1: failures. Anything else is no verdict.
  if (ran.status > 1) throw new Error((ran.stderr || ran.stdout).slice(-2000));
  writeFileSync(path.join(cwd, `${who}.txt`), ran.stdout);
  const requests = Number(/(\d+) generated/.exec(ran.stdout)?.[1] ?? 0);
  return { findings: failuresIn(readFileSync(report, "utf8")), requests };
}

/**
 * One finding for each kind of failure of an operation, from a JUnit report: its text has lines "- ST101 …". A request
 * without an answer is an error there, whose first line names it.
 */
function failuresIn(xml: string): string[] {
  return [...xml.matchAll(/<testcase name="([^"]*)"(?:[^>]*[^/>])?>([\s\S]*?)<\/testcase>/g)].flatMap(
    ([, name = "", body = ""]) => {
      const kinds = new Set(
        [...body.matchAll(/^- (ST\d+ .*)$|<error type="error">(.*)/gm)].map((found) => found[1] ?? found[2]),
      );
      return [...kinds].map((kind) => `${name}: ${kind}`);
    },
  );
}
