import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Exchange, readRecording } from "#stripe-sandbox";
import type { Judge, Verdict } from "./judge.ts";
import { explained, NEWER_ANSWERS } from "./newerThanMock.ts";
import { answerCheck } from "./openApi.ts";
import { lacksRecording, RECORDING } from "./recording.ts";
import { INSTALL_STRIPE_MOCK } from "./stripeMock.ts";
import { runNow, toolPath } from "./tools.ts";

const DOCUMENT = "github.com/stripe/stripe-mock@v0.203.0/embedded/openapi/spec3.json";

/** Stripe's OpenAPI document (MIT) is in stripe-mock's sources, in Go's module cache. */
function documentFile(): string | undefined {
  const go = toolPath("go");
  if (go === undefined) return undefined;
  const file = path.join(runNow(go, ["env", "GOMODCACHE"]), DOCUMENT);
  return existsSync(file) ? file : undefined;
}

const PLANTED: Exchange = {
  method: "GET",
  route: "/v1/customers/:id",
  version: null,
  params: {},
  status: 200,
  answer: { id: "cus_x", object: "customer", livemode: false, name: 5 },
};

/** Stripe's own schema of its answers, of 2026-08-26. It accepts unknown fields, which stripe-types checks. */
export const stripeSchema: Judge = {
  name: "stripe-schema",
  judges: "every distinct answer of Stripe's sandbox, by Stripe's OpenAPI document",
  install: INSTALL_STRIPE_MOCK,
  finding: "fails",
  isInstalled: () => documentFile() !== undefined,
  lacks: lacksRecording,
  judge: async () => explained(check(readRecording(RECORDING)), NEWER_ANSWERS),
  mistake: ".name must be string",
  plant: async () => check([PLANTED]),
};

function check(exchanges: readonly Exchange[]): Verdict {
  const file = documentFile();
  if (file === undefined) throw new Error("Stripe's OpenAPI document is not installed.");
  const errorsOf = answerCheck(JSON.parse(readFileSync(file, "utf8")));
  const findings = exchanges.flatMap(({ method, route, status, answer }) => {
    const errors = errorsOf(method, route, status, answer) ?? ["the document has no such call"];
    return errors.map((error) => `${method} ${route} ${status}: ${error}`);
  });
  return { findings: [...new Set(findings)], judged: `${exchanges.length} answers` };
}
