import type { Command } from "./page.ts";
import type { Place } from "./place.ts";
import { linesOf, verifyFindings } from "./verified.ts";

/** The reader's action for a command of the page, and the expected result. */
export type Step = {
  readonly of: RegExp;
  /** What the page says to do before the command, outside the shell: create the sender, change the code. */
  readonly before?: (place: Place) => Promise<void>;
  /** Answers to the command's questions. */
  readonly typed?: string;
  /** Expected exit code. Default: 0. */
  readonly status?: number | "any";
  readonly says?: RegExp;
  readonly after?: (place: Place, said: string) => Promise<readonly string[]> | readonly string[];
  /** Why the command is not run: no fake supports it. */
  readonly unanswered?: string;
};

const DEPLOY = /^npm run deploy -- --stage prod(?: --tested)?$/;
const DONE = /Done\. Your shop is at https:\/\/\S+\.cloudfront\.net \(dev\)/;

/** A command takes the first matching step that no other command has taken. */
export const STEPS: readonly Step[] = [
  { of: /^npm ci$/ },
  { of: /^export AWS_REGION=/ },
  { of: /^npx cdk bootstrap .*\/eu-west-1$/, says: /eu-west-1 bootstrapped/ },
  { of: /^npx cdk bootstrap .*\/us-east-1$/, says: /us-east-1 bootstrapped/ },
  {
    of: /^npm run deploy -- --stage prod --check$/,
    before: (place) => place.createSender(),
    says: /Nothing stands in the way of deploying dev/,
  },
  { of: DEPLOY, status: 1, says: /Before the functions can be deployed, set:/ },
  {
    of: /^npm run operate -- operator:create /,
    before: (place) => place.createGroup(),
    says: /is an operator/,
  },
  {
    of: /^npm run operate -- secrets:set /,
    typed: "sk_test_sandbox\n",
    says: /Made the key that signs leases/,
  },
  { of: /^npm run operate -- stripe:setup / },
  { of: DEPLOY, says: DONE, after: (place) => place.count() },
  { of: /^npm run release /, says: /0\.3\.0 is published on latest/ },
  {
    of: /^npm run verify -- --stage dev$/,
    status: "any",
    after: (_place, said) => {
      console.log(`        ${linesOf(said).filter(({ outcome }) => outcome === "ok").length} lines are ok`);
      return verifyFindings(said);
    },
  },
  {
    of: /--domain shop\.example\.com/,
    unanswered: "the fake delegates no domain and issues no certificate",
  },
  {
    of: DEPLOY,
    before: (place) => place.commitGoodChange(),
    says: DONE,
    after: (place) => place.shopFindings(),
  },
  { of: /^npm run operate -- stripe:setup / },
  { of: /^gh api /, unanswered: "GitHub is not here" },
  { of: /^npx cdk deploy --app "node infra\/pipeline/, says: /articlip-dev-pipeline/ },
  {
    of: /^git checkout <commit>$/,
    before: (place) => place.deployBadChange(),
    after: (place) => place.shopFindings(),
  },
  { of: DEPLOY, says: DONE, after: (place) => place.shopFindings() },
  {
    of: /^npm run operate -- destroy --stage dev$/,
    typed: "dev\n",
    says: /dev is removed/,
    after: (place) => place.remains(),
  },
];

type Assigned = {
  readonly taken: readonly (readonly [Command, Step])[];
  /** Commands without a step. */
  readonly unknown: readonly Command[];
  /** Steps without a command. */
  readonly left: readonly Step[];
};

export function assign(commands: readonly Command[], steps: readonly Step[] = STEPS): Assigned {
  const left = [...steps];
  const unknown: Command[] = [];
  const taken = commands.flatMap((command): (readonly [Command, Step])[] => {
    const index = left.findIndex(({ of }) => of.test(command.text));
    const [step] = index === -1 ? [] : left.splice(index, 1);
    if (step !== undefined) return [[command, step]];
    unknown.push(command);
    return [];
  });
  return { taken, unknown, left };
}

/** Runs the commands in order. Each command depends on the previous one, so the walk ends at the first finding. */
export async function walk(place: Place, commands: readonly Command[]): Promise<string[]> {
  const { taken, unknown, left } = assign(commands);
  for (const [command, step] of taken) {
    const findings = await take(place, command, step);
    if (findings.length > 0) return findings;
  }
  return [
    ...unknown.map(({ text, line }) => `line ${line}: no step expects ${text}`),
    ...left.map(({ of }) => `no command of the page matches ${of}`),
  ];
}

async function take(place: Place, { text, line }: Command, step: Step): Promise<string[]> {
  if (step.unanswered !== undefined) {
    console.log(`     –  ${text}: not run, ${step.unanswered}`);
    return [];
  }
  await step.before?.(place);
  const { status, text: said, seconds } = await place.session.type(place.typedFor(text), step.typed);
  console.log(`     ${status}  ${text} (${seconds.toFixed(0)} s)`);
  const tail = said.slice(-3000);
  const wanted = step.status ?? 0;
  if (wanted !== "any" && status !== wanted)
    return [`line ${line}: ${text} ends with ${status} instead of ${wanted}: ${tail}`];
  if (step.says !== undefined && !step.says.test(said))
    return [`line ${line}: ${text} does not say ${step.says}: ${tail}`];
  return [...((await step.after?.(place, said)) ?? [])].map((finding) => `line ${line}: ${text}: ${finding}`);
}
