import { once } from "node:events";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import * as z from "zod/mini";
import type { StackOptions } from "../../local/options.ts";
import { signInAs } from "../../local/seed/signIn.ts";
import { type Stack, startStack } from "../../local/stack.ts";
import { ONE_LINE } from "../../shared/text.ts";
import { openApi, writeOpenApi } from "../docs/openapi.ts";
import { withoutProperties } from "../docs/patterns.ts";
import type { Judge, Verdict } from "./judge.ts";
import { serve } from "./loopback.ts";
import { emptyFolder, start, tool, toolPath, workFolder } from "./tools.ts";

const IDENTITIES = ["customer", "operator"] as const;
type Who = (typeof IDENTITIES)[number];
const PORTS = { customer: 5600, operator: 5650 };
/** Operator tokens live for 5 minutes. Without a new token, all later requests would get 401. */
const REFRESH_MS = 120_000;
const HOOKS = path.join(import.meta.dirname, "schemathesis_hooks.py");
type Explored = { readonly findings: string[]; readonly requests: number; readonly accepted: number };
type Explorer = { readonly who: Who; readonly stack: Stack };
/** Examples per operation and identity, for about 28,000 requests. */
const MAX_EXAMPLES = 120;

/** Calls that end the explorer's own session, so that later calls would be refused. */
const ENDS_OWN_SESSION = [
  "accounts/changePassword",
  "customers/deleteAccount",
  "accounts/endAllSessions",
  "accounts/endSession",
  "accounts/endOperatorSession",
];
/** Only Stripe can sign its events. */
const NEEDS_SIGNATURE = ["stripeEvents/stripeWebhook"];

/** Operations with input rules that JSON Schema cannot express: valid input may get 400. */
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
  "a code must match the mailed or displayed code": [
    "accounts/confirmEmail",
    "accounts/confirmNewEmail",
    "accounts/setSecondFactor",
    "licenses/answerSignIn",
  ],
  "a line of text is not blank": takesLines(),
  "a reason or a note is not blank": ["accounts/addNote", "payouts/cancel", "payouts/reject"],
  "a note goes with a change": ["status/saveBoard"],
  "a discount ends in the future": ["discounts/createDiscountCode"],
  "a discount code can be used": ["discounts/getDiscount"],
  "Stripe pays affiliates in the country": ["affiliates/join"],
  "an invitation is for someone else": ["subscriptions/inviteMember"],
  "a period has 1 to 366 days": ["insights/getGrowth", "insights/listMoves"],
  "the account's address confirms the deletion": ["customers/deleteCustomer"],
  "a new address differs from the current address": ["accounts/changeEmail"],
  "a URL is on this site or on the public web": [
    "referrals/createDestination",
    "referrals/updateDestination",
    "subscriptions/openPortal",
    "checkout/startCheckout",
    "payouts/startOnboarding",
  ],
};

/** Operations with a line of text, found by its pattern. They refuse blank text. */
function takesLines(): string[] {
  const pattern = JSON.stringify(withoutProperties(ONE_LINE.source));
  return Object.values(openApi().paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ requestBody, parameters }) => JSON.stringify([requestBody, parameters]).includes(pattern))
    .map(({ operationId }) => operationId);
}

/**
 * Changes to the tool's defaults. API Gateway answers 404 for a method without a route, where the tool expects 405. It
 * answers 431 for a long URL, which the tool does not count as a refusal. The tool must not make up tokens: most
 * requests would only test the answer 401, which the check `ignored_auth` covers.
 */
const CONFIG = `
[generation]
with-security-parameters = false
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

export const schemathesis: Judge = {
  name: "schemathesis",
  judges: "the API by its document, as a customer and as the operator",
  install:
    "python3 -m venv .local/judge/python && .local/judge/python/bin/pip install --quiet schemathesis==4.32.5",
  finding: "fails",
  isInstalled: () => toolPath("schemathesis") !== undefined,
  async judge() {
    const explorers: Explorer[] = [];
    try {
      // The stacks start one after the other, because both build into the same folder.
      for (const who of IDENTITIES) explorers.push({ who, stack: await startStack(separately(who)) });
      const explored = await Promise.all(explorers.map(exploreAs));
      return {
        findings: explored.flatMap(({ who, findings }) => findings.map((finding) => `as ${who}: ${finding}`)),
        judged: explored
          .map(({ who, requests, accepted }) => `${requests} requests as ${who} (${accepted} accepted)`)
          .join(" and "),
      };
    } finally {
      for (const { stack } of explorers) await stack.close();
    }
  },
  mistake: "GET /planted: ST101 Server error",
  plant: () => plant(),
};

/** Each identity has its own stack, so that it cannot remove what the other identity reads. */
const separately = (who: Who): StackOptions => ({
  dataDir: workFolder(`stack-${who}`),
  port: PORTS[who],
  reset: true,
  quiet: true,
});

async function exploreAs({ who, stack }: Explorer) {
  const tokenFile = path.join(workFolder("schemathesis"), `${who}.token`);
  const refresh = async () => writeFileSync(tokenFile, await signInAs(stack.file, who));
  await refresh();
  let failed: unknown;
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => {
      failed = error;
    });
  }, REFRESH_MS);
  try {
    const found = await explore(who, writeOpenApi(), stack.file.apiUrl, tokenFile);
    if (failed !== undefined) throw failed;
    return { who, ...found };
  } finally {
    clearInterval(timer);
  }
}

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

/** Runs the tool. @returns the failures by operation and kind, with the numbers of requests and of accepted requests */
async function explore(who: string, document: string, url: string, tokenFile?: string): Promise<Explored> {
  // The tool stores failures in its working directory.
  const cwd = workFolder("schemathesis");
  const report = path.join(cwd, `${who}.xml`);
  const limits = [
    `--max-examples=${MAX_EXAMPLES}`,
    "--phases=examples,coverage,fuzzing",
    "--seed=1",
    "--request-timeout=60",
  ];
  const reporting = ["--report=junit", `--report-junit-path=${report}`, "--continue-on-failure"];
  const config = path.join(cwd, `${who}.toml`);
  writeFileSync(config, `${tokenFile === undefined ? "" : `hooks = "${HOOKS}"\n`}${CONFIG}`);
  const left = [...ENDS_OWN_SESSION, ...NEEDS_SIGNATURE].map((id) => `--exclude-operation-id=${id}`);
  const args = ["--config-file", config, "run", document, "--url", url, ...limits, ...reporting, ...left];
  const printed = path.join(cwd, `${who}.txt`);
  const answersFile = path.join(cwd, `${who}.answers.json`);
  const env = { TOKEN_FILE: tokenFile, ANSWERS_FILE: answersFile };
  const output = openSync(printed, "w");
  const [status] = await once(start(tool("schemathesis"), args, { cwd, output, env }), "close");
  closeSync(output);
  const said = readFileSync(printed, "utf8");
  // 0: no failure, 1: failures. Anything else is no verdict.
  if (status !== 0 && status !== 1) throw new Error(said.slice(-2000));
  const requests = Number(/(\d+) generated/.exec(said)?.[1] ?? 0);
  const accepted = tokenFile === undefined ? 0 : acceptedIn(readFileSync(answersFile, "utf8"));
  return { findings: failuresIn(readFileSync(report, "utf8")), requests, accepted };
}

const acceptedIn = (answers: string): number =>
  Object.entries(z.record(z.string(), z.number()).parse(JSON.parse(answers)))
    .filter(([status]) => Number(status) < 400)
    .reduce((sum, [, count]) => sum + count, 0);

/**
 * One finding per kind of failure and operation, from a JUnit report, whose text has lines "- ST101 …". The report
 * calls a request without an answer an error, and names it in the first line.
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
