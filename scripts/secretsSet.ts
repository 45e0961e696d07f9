import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { type Aws, connectAws } from "./aws/aws.ts";
import { deploymentOf, readOptions } from "./deploy/deployment.ts";
import { leaseKeysOf, makeLeaseKey } from "./deploy/leaseKey.ts";
import { Refusal, script } from "./deploy/run.ts";

type Tools = {
  readonly connect: () => Promise<Aws>;
  readonly say: (line: string) => void;
  readonly ask: (question: string) => Promise<string>;
};

/**
 * Asks for Stripe's key, creates the key for leases if there is none, and stores the account's concurrency quota. Can
 * be repeated: an empty answer keeps Stripe's key.
 */
export async function setSecrets(argv: readonly string[], { connect, say, ask }: Tools): Promise<void> {
  const { stage } = readOptions(argv);
  const aws = await connect();
  const deployment = deploymentOf(stage);
  const { secret } = deployment;
  const kept = await aws.secret(secret("stripe"));
  const given = (await ask("Stripe's secret or restricted key (empty: keep the current one): ")).trim();
  if (given !== "") {
    const kind = stage === "prod" ? "live" : "test";
    if (!new RegExp(`^(sk|rk)_${kind}_`).test(given))
      throw new Refusal(
        `For ${stage} Stripe's key begins with sk_${kind}_ or rk_${kind}_. Nothing was changed.`,
      );
    const before = kept === undefined ? { webhookSecrets: [] } : readJson(secret("stripe"), kept);
    await aws.putSecret(secret("stripe"), JSON.stringify({ ...before, secretKey: given }));
    say("Stripe's key is stored. Functions notice it within five minutes.");
  }
  if ((await leaseKeysOf(aws, deployment)) === undefined) {
    await makeLeaseKey(aws, deployment);
    say("Made the key that signs leases.");
  }
  await aws.putParameter(deployment.parameter("functions-at-once"), String(await aws.functionsAtOnce()));
}

function readJson(name: string, value: string): object {
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed === "object" && parsed !== null) return parsed;
  } catch {
    // The refusal below omits the parser's reason, which would show part of the value.
  }
  throw new Refusal(`The value of the secret ${name} is not JSON. Correct it in Secrets Manager first.`);
}

/** Treats an input that ends early as an empty answer. */
async function askTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = once(terminal, "close").then(() => "");
    return await Promise.race([terminal.question(question), ended]);
  } finally {
    terminal.close();
  }
}

if (import.meta.main)
  await script(() =>
    setSecrets(process.argv.slice(2), {
      connect: connectAws,
      say: (line) => console.log(line),
      ask: askTerminal,
    }),
  );
