import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { codeOf } from "./pages.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The pages that a reader follows command by command. */
const PAGES = [
  "README.md",
  "docs/deploy.md",
  "docs/runbook.md",
  "local/README.md",
  "packages/license-client/README.md",
  "packages/local-aws/README.md",
  "packages/stripe-sandbox/README.md",
];

/** Where each command of those pages is run, and a word by which it is found there. */
const RUN_IN: Readonly<Record<string, readonly [file: string, word: string]>> = {
  "npm run dev": ["test/support/stack.ts", "startStack"],
  "npm test": [".github/workflows/pull-request.yml", "npm test"],
  "npm run test:all": [".github/workflows/night.yml", "npm run test:all"],
  "npm run test:deep": [".github/workflows/night.yml", "npm run test:deep"],
  "npm ci": [".github/actions/install/action.yml", "npm ci"],
  "npm run seed": ["scripts/drill.ts", "seedAffiliates"],
  "npm run check": ["package.json", "check.ts"],
  "npm run test:one": ["test/rules/testOne.test.ts", "scripts/testOne.ts"],
  "npm run docs": ["test/rules/openapi.test.ts", "openApi"],
  "npm run costs": ["test/rules/costs.test.ts", "costsPage"],
  "npm run judge": [".github/workflows/night.yml", "npm run judge"],
  "npm run licenses": [".github/workflows/pull-request.yml", "npm run licenses"],
  "npm run recount": ["test/integration/backOfficeFigures.test.ts", "recount"],
  "npm run token": ["test/rules/commands.test.ts", '"token"'],
  "npm run drill": ["test/rules/drill.test.ts", "ledgerProblems"],
  "npm run deploy": ["test/infra/deploy.test.ts", "deployOn"],
  "npm run destroy": ["test/infra/destroy.test.ts", "destroy.ts"],
  "npm run operator:create": ["test/infra/operatorCreate.test.ts", "createOperator"],
  "npm run operator:remove": ["test/infra/operatorRemove.test.ts", "removeOperatorOf"],
  "npm run secrets:set": ["test/infra/commands.test.ts", "setSecrets"],
  "npm run stripe:setup": ["test/infra/stripeCommand.test.ts", "keepStripe"],
  "npm run leases:next": ["test/infra/commands.test.ts", "rollLeaseKeys"],
  "npm run origin:next": ["test/infra/commands.test.ts", "rollOrigin"],
  "npm run release": ["test/infra/releases.test.ts", '"release.ts"'],
  "npm run simulate": ["test/rules/simulation.test.ts", "simulate"],
  "npm run upgrade:fixture": ["scripts/testDeep.ts", "upgradeFixture.ts"],
  "npm run verify": ["test/integration/verify.test.ts", "runVerify"],
  "aws cognito-idp": ["packages/local-aws/test/cognito/mfa.test.ts", "AdminSetUserMFAPreference"],
  "npx cdk synth": ["scripts/test.ts", '"synth"'],
  "npx cdk deploy": ["test/infra/pipeline.test.ts", "buildPipeline"],
  "npx vitest run": ["scripts/test/steps.ts", "vitest"],
  "npx biome format": ["scripts/test/steps.ts", '"biome"'],
  "npx local-aws": ["test/packages/localAws.test.ts", "local-aws"],
  "npx stripe-sandbox": ["packages/stripe-sandbox/test/program.test.ts", "stripe-sandbox.mjs"],
  "npx articlip-license": ["test/integration/desktop.test.ts", "articlip-license"],
};

/** What only an account at Amazon can answer, or takes a browser and minutes. */
const NOT_IN_TESTS = [
  "npx cdk bootstrap",
  "aws s3",
  "aws apigatewayv2",
  "aws lambda",
  "aws secretsmanager",
  "aws sso",
  "npm run bench",
  "npm run screens",
];

/** `npm run dev -- --port 5400` → `npm run dev` */
function headOf(line: string): string | undefined {
  return (
    /\b(npm run) (?:-s |--silent )?([\w:]+)/.exec(line)?.slice(1).join(" ") ??
    /\bnpm (?:test|ci)\b/.exec(line)?.[0] ??
    /\bnpx (?:articlip-license|local-aws|stripe-sandbox|\w+ \w+)/.exec(line)?.[0] ??
    /^aws (?:[a-z][a-z0-9-]+)(?= [a-z])/.exec(line)?.[0]
  );
}

describe.each(PAGES)("%s", (page) => {
  const commands = [...new Set(codeOf(page).flatMap((line) => headOf(line) ?? []))];

  test("has no command that no test runs", () => {
    expect(commands.filter((head) => !(head in RUN_IN) && !NOT_IN_TESTS.includes(head))).toEqual([]);
  });

  test("names no program that an older Node could not start", () => {
    // `npm run` finds the Node that came with the packages; `node x.ts` takes whichever there is.
    expect(codeOf(page).filter((line) => /\bnode [\w/.-]+\.ts\b/.test(line.replace(/"[^"]*"/g, "")))).toEqual(
      [],
    );
  });
});

test.each(Object.entries(RUN_IN))("%s is run where it is said to be", (_command, [file, word]) => {
  expect(existsSync(path.join(root, file)), file).toBe(true);
  expect(readFileSync(path.join(root, file), "utf8").includes(word), `${word} in ${file}`).toBe(true);
});

type Ended = { status: number; stdout: string; stderr: string };

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, "package.json"), "utf8"),
);

/** `npm run <name> -- <arguments>`, without npm. @param input what is piped in */
function runScript(name: string, args: readonly string[] = [], input = ""): Promise<Ended> {
  const [, ...program] = (scripts[name] ?? "").split(" ");
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...program, ...args],
      { cwd: root, env: { ...process.env, STACK_FILE: path.join(tmpdir(), "no-stack.json") } },
      (error, stdout, stderr) => resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

test.each([
  ["judge", /There is no judge "nonesuch"\. There are: actionlint/],
  ["deploy", /Say which stage: --stage dev or/],
  ["destroy", /Say which stage: --stage dev or/],
  ["token", /there is no nonesuch on the local stack/i],
  ["seed", /No stack is running here: start one with npm run dev/],
])("npm run %s says in a sentence what it lacks", async (name, sentence) => {
  const { status, stderr } = await runScript(name, ["judge", "token"].includes(name) ? ["nonesuch"] : []);
  expect(status).toBe(1);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/\n\s+at /);
});

describe("--help", () => {
  test("node scripts/test.ts prints what it does as well, and starts nothing", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["scripts/test.ts", "--help"], {
      cwd: root,
    });
    expect(stdout).toMatch(/^npm test\n {2}Runs every check[^\n]+\n {2}SEED=N[^\n]+\n$/);
  });

  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const bootstrapped = Object.entries(scripts).flatMap(([name, command]) => {
    const [, program] = /^node scripts\/bootstrap\.mjs (\S+)/.exec(command) ?? [];
    return program === undefined ? [] : [{ name, program }];
  });

  test.each(bootstrapped)(
    "npm run $name prints what it does, and starts nothing",
    async ({ name, program }) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["scripts/bootstrap.mjs", program, "--help"],
        { cwd: root },
      );
      expect(stdout).toMatch(name === "test" ? /^npm test/ : new RegExp(`^npm run (--silent )?${name}\\b`));
    },
  );
});
