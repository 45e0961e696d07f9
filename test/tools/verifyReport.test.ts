import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { report, type Told } from "../../scripts/verify/report.ts";
import { ACCOUNT, startCloud } from "../infra/cloud.ts";

const KEY = "sk_test_51never";
const PASSWORD = "Temporary-Word1";
const STEPS = [
  "scripts/deploy.ts --stage dev --check",
  "scripts/deploy.ts --stage dev --tested",
  "scripts/operatorCreate.ts --stage dev --email boss@example.com",
  "scripts/secretsSet.ts --stage dev",
  "scripts/stripeSetup.ts --stage dev",
  "scripts/deploy.ts --stage dev --tested",
  "scripts/verify.ts --stage dev",
  "scripts/verify.ts --stripe",
  "scripts/destroy.ts --stage dev",
];
const TOLD: readonly Told[] = [
  { status: 0, text: "  - SES is in its sandbox\nNothing stands in the way of deploying dev.", seconds: 3 },
  { status: 1, text: "Before the functions can be deployed, set:", seconds: 600 },
  { status: 0, text: `boss@example.com is an operator. Temporary password: ${PASSWORD}`, seconds: 2 },
  { status: 0, text: "Made the key that signs leases.", seconds: 2 },
  { status: 0, text: "whsec_secret kept", seconds: 4 },
  { status: 0, text: "✨  Deployment time: 412.1s", seconds: 500 },
  { status: 0, text: "  ok        a customer signs up     1.2 s  as ann@example.com", seconds: 60 },
  { status: 0, text: "  ok        renewal     9.0 s  12 steps", seconds: 90 },
  { status: 0, text: "dev is removed.", seconds: 700 },
];

/** @param odd other results for single steps */
async function reported(
  odd: Readonly<Record<number, Partial<Told>>> = {},
  known: Readonly<Record<string, string>> = {},
  answer = "dev",
) {
  const cloud = await startCloud(known);
  const told: { line: string; typed: string }[] = [];
  const files = new Map<string, string>();
  const said: string[] = [];
  const outcome = await report(
    { stage: "dev", email: "boss@example.com", stripeKey: KEY },
    {
      connect: cloud.connect,
      ask: async () => answer,
      say: (line) => said.push(line),
      tell: async (program, args, typed) => {
        const line = [program, ...args].join(" ");
        told.push({ line, typed });
        const last = STEPS.lastIndexOf(line);
        const index = told.filter((one) => one.line === line).length === 1 ? STEPS.indexOf(line) : last;
        return { status: 1, text: "", seconds: 0, ...TOLD[index], ...odd[index] };
      },
      write: (file, text) => files.set(file, text),
      now: () => new Date("2026-11-28T16:00:00Z"),
    },
  ).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  await cloud.close();
  return { outcome, told, said, file: files.get("report-dev-2026-11-28.md") };
}

test("verify --report creates the stage, then runs every check, then removes the stage", async () => {
  const { outcome, told, said } = await reported();
  expect(told.map(({ line }) => line)).toEqual(STEPS);
  expect(told.map(({ typed }) => typed).filter(Boolean)).toEqual([`${KEY}\n`, "dev\n"]);
  expect(outcome).toBe(true);
  // The operator reads the duration and the cost before the stage is created.
  expect(said[0]).toMatch(/60 to 120 minutes and costs less than 2 usd/);
});

test("the report contains the differences, but no key, password, address or account", async () => {
  const { outcome, file } = await reported({
    5: { status: 1, text: `${BRAND.slug}-dev-accounts | CREATE_FAILED | Rate exceeded (account ${ACCOUNT})` },
  });
  expect(outcome).toBe(false);
  expect(file).toContain("## functions, alarms, site: different, 500 s");
  expect(file).toContain(`${BRAND.slug}-dev-accounts | CREATE_FAILED | Rate exceeded (account …)`);
  expect(file).toContain("  - SES is in its sandbox");
  const whole = await reported();
  expect(whole.file).toContain("  ok        a customer signs up     1.2 s  as …");
  for (const secret of [KEY, PASSWORD, "boss@example.com", "ann@example.com", "whsec_", ACCOUNT]) {
    expect(file).not.toContain(secret);
    expect(whole.file).not.toContain(secret);
  }
});

test("the report gives the reason of a failed step without its output or its table of changes", async () => {
  const { file } = await reported({
    1: { text: "│ + │ a failed call │\nBefore the functions can be deployed, set:" },
    3: { status: 1, text: `${KEY} is stored.\nKMS could not make a key.\nUnsupportedOperationException: no` },
  });
  expect(file).toContain(
    "## keys: different, 2 s\n\nKMS could not make a key.\nUnsupportedOperationException: no\n",
  );
  expect(file).not.toContain("│");
});

test.each([
  ["a deployment", 1],
  ["Stripe's set-up", 4],
])("after a failure of %s, verify --report removes the stage and runs no checks", async (_what, index) => {
  const { outcome, told } = await reported({ [index]: { status: 1, text: "no" } });
  expect(told.map(({ line }) => line)).toEqual([...STEPS.slice(0, index + 1), STEPS.at(-1)]);
  expect(outcome).toBe(false);
});

test("verify --report creates and removes nothing if the account is not ready", async () => {
  const { outcome, told, file } = await reported({ 0: { status: 1, text: "  - no" } });
  expect(told).toHaveLength(1);
  expect(file).toContain("  - no");
  expect(outcome).toBe(false);
});

test.each([
  [{ [`/${BRAND.slug}/dev/user-pool-id`]: "pool" }, "dev", /is deployed here/],
  [{}, "no", /Nothing was created/],
])("verify --report does not start if %j is stored and the answer is %s", async (known, answer, refusal) => {
  const { outcome, told, file } = await reported({}, known, answer);
  expect(outcome).toMatch(refusal);
  expect(told).toEqual([]);
  expect(file).toBeUndefined();
});
