import { createInterface } from "node:readline/promises";
import { awsOf } from "./deploy/aws.ts";
import { deploymentOf, readOptions, secretHolds } from "./deploy/deployment.ts";
import { Refusal, type Run, run, script } from "./deploy/run.ts";
import { nextLeaseKeys } from "./leaseKeys.ts";

type Tools = {
  readonly run: Run;
  readonly say: (line: string) => void;
  readonly ask: (question: string) => Promise<string>;
};

/** Asks for Stripe's key, and makes the lease keys where there are none. May be run again: keys that are there stay. */
export async function setSecrets(argv: readonly string[], { run, say, ask }: Tools): Promise<void> {
  const { stage } = readOptions(argv);
  const aws = awsOf(run);
  aws.checkSignedIn();
  const { secret } = deploymentOf(stage);
  const kept = aws.secret(secret("stripe"));
  const given = (await ask("Stripe's secret or restricted key (empty: as it is): ")).trim();
  if (given !== "") {
    const kind = stage === "prod" ? "live" : "test";
    if (!new RegExp(`^(sk|rk)_${kind}_`).test(given))
      throw new Refusal(
        `For ${stage} Stripe's key begins with sk_${kind}_ or rk_${kind}_. Nothing was changed.`,
      );
    const before: object = secretHolds(kept, "webhookSecrets")
      ? JSON.parse(kept ?? "{}")
      : { webhookSecrets: [] };
    aws.putSecret(secret("stripe"), JSON.stringify({ ...before, secretKey: given }));
    say("Stripe's key is kept. Functions notice it within five minutes.");
  }
  if (!secretHolds(aws.secret(secret("lease")), "current")) {
    aws.putSecret(secret("lease"), JSON.stringify(nextLeaseKeys()));
    say("Made the keys that sign leases.");
  }
}

async function askTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return answer;
}

/** `npm run secrets:set -- --stage prod` */
if (import.meta.main)
  await script(() =>
    setSecrets(process.argv.slice(2), { run, say: (line) => console.log(line), ask: askTerminal }),
  );
