import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Aws } from "../aws/aws.ts";
import { deploymentOf } from "../deploy/deployment.ts";
import { Refusal } from "../deploy/run.ts";

export type Told = { readonly status: number; readonly text: string; readonly seconds: number };
export type ReportTools = {
  readonly connect: () => Promise<Aws>;
  readonly ask: (question: string) => Promise<string>;
  readonly say: (line: string) => void;
  /** Runs one of the project's programs. @param typed answers its questions */
  readonly tell: (program: string, args: readonly string[], typed: string) => Promise<Told>;
  readonly write: (file: string, text: string) => void;
  readonly now: () => Date;
};
type ReportOptions = {
  readonly stage: string;
  readonly email: string;
  readonly stripeKey: string;
  readonly stripeUrl?: string | undefined;
};

type Step = {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly typed?: string;
  /** Output that means success. Default: exit code 0. */
  readonly until?: RegExp;
  /** Lines to show in the report. Other lines may contain a password. Default: none, or the reason for a failure. */
  readonly shows?: RegExp;
};

/** CloudFormation's failures with their reasons, and programs' refusals. Skips the table of changes. */
const FAILURES = /^(?!│).*(?:FAILED|❌|Deployment time|Nothing|could not|failed|Exception)|^ {2}- /;

/** The report's steps. `after` runs if earlier steps may have created anything. */
function stepsOf({ stage, email, stripeKey, stripeUrl }: ReportOptions) {
  const at = ["--stage", stage];
  const sandbox = stripeUrl === undefined ? [] : ["--stripe-url", stripeUrl];
  const outcomes = /^ {2}(?:ok|FAILED|skipped|not here) |^ {4}|differ/;
  const check: Step = {
    name: "what the account lacks",
    program: "scripts/deploy.ts",
    args: [...at, "--check"],
    shows: /^ {2}- |Nothing/,
  };
  const making: readonly Step[] = [
    {
      name: "tables, user pools, CloudFront",
      program: "scripts/deploy.ts",
      args: [...at, "--tested"],
      until: /Before the functions can be deployed, set:/,
      shows: FAILURES,
    },
    { name: "the operator", program: "scripts/operatorCreate.ts", args: [...at, "--email", email] },
    { name: "keys", program: "scripts/secretsSet.ts", args: at, typed: `${stripeKey}\n` },
    { name: "Stripe's prices and webhooks", program: "scripts/stripeSetup.ts", args: at, shows: FAILURES },
    {
      name: "functions, alarms, site",
      program: "scripts/deploy.ts",
      args: [...at, "--tested"],
      shows: FAILURES,
    },
  ];
  const asking: readonly Step[] = [
    { name: "the shop", program: "scripts/verify.ts", args: [...at, ...sandbox], shows: outcomes },
    { name: "Stripe", program: "scripts/verify.ts", args: ["--stripe", ...sandbox], shows: outcomes },
  ];
  const after: Step = {
    name: "removal",
    program: "scripts/destroy.ts",
    args: at,
    typed: `${stage}\n`,
    shows: /Deleting|is removed|could not/,
  };
  return { check, making, asking, after };
}

/**
 * Creates a stage in a real account, runs every check, and removes the stage. Writes a file without secrets that shows
 * where AWS and Stripe differ from the local stack.
 * @returns whether every step ran and passed
 */
export async function report(options: ReportOptions, tools: ReportTools): Promise<boolean> {
  const { stage } = options;
  const { say } = tools;
  const aws = await tools.connect();
  if ((await aws.parameter(deploymentOf(stage).parameter("user-pool-id"))) !== undefined)
    throw new Refusal(
      `${stage} is deployed here. The report removes its stage at the end, so use another account.`,
    );
  say(
    `This creates the stage ${stage} in account ${aws.account}, ${aws.region}, runs every check, and removes it. It takes ` +
      "60 to 120 minutes and costs less than 2 usd at AWS; Stripe's test mode costs nothing.",
  );
  if ((await tools.ask("Type the stage's name to begin: ")).trim() !== stage)
    throw new Refusal("Nothing was created.");
  const { check, making, asking, after } = stepsOf(options);
  const taken: { step: Step; told: Told; passed: boolean }[] = [];
  const take = async (step: Step): Promise<boolean> => {
    say(`\n${step.name} …`);
    const told = await tools.tell(step.program, step.args, step.typed ?? "");
    const passed = step.until === undefined ? told.status === 0 : step.until.test(told.text);
    taken.push({ step, told, passed });
    return passed;
  };
  if (await take(check)) {
    let isWhole = true;
    for (const step of making) isWhole &&= await take(step);
    if (isWhole) for (const step of asking) await take(step);
    await take(after);
  }
  const file = `report-${stage}-${tools.now().toISOString().slice(0, 10)}.md`;
  const lines = taken.flatMap(({ step: { name, shows }, told, passed }) => [
    `## ${name}: ${passed ? "as on the local stack" : "different"}, ${told.seconds.toFixed(0)} s\n`,
    ...told.text.split("\n").filter((line) => (shows ?? (passed ? undefined : FAILURES))?.test(line)),
    "",
  ]);
  tools.write(
    file,
    withoutSecrets([`# ${stage} in ${aws.region}, ${tools.now().toISOString()}\n`, ...lines].join("\n"), [
      options.email,
      options.stripeKey,
      aws.account,
    ]),
  );
  say(`\n${file} describes what AWS and Stripe did. Read it before you send it.`);
  return taken.length === making.length + asking.length + 2 && taken.every(({ passed }) => passed);
}

/** Stripe's keys and secrets, AWS's key ids, tokens and email addresses in any output. */
const SECRETS =
  /\b(?:sk|rk|pk|whsec)_\w+|\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\beyJ[\w-]+(?:\.[\w-]+)*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

function withoutSecrets(text: string, known: readonly string[]): string {
  return known.reduce((left, secret) => left.replaceAll(secret, "…"), text).replaceAll(SECRETS, "…");
}

export async function tellProgram(program: string, args: readonly string[], typed: string): Promise<Told> {
  const started = performance.now();
  const child = spawn(process.execPath, [program, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  // A program without questions may close its input early.
  child.stdin.on("error", () => undefined);
  child.stdin.end(typed);
  let text = "";
  const hear = (part: Buffer) => {
    text += part.toString();
    process.stdout.write(part);
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const status = await new Promise<number>((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done(code ?? 1));
  });
  return { status, text, seconds: (performance.now() - started) / 1000 };
}

export const writeReport = (file: string, text: string): void => writeFileSync(file, text);
