import { type Aws, connectAws } from "./aws/aws.ts";
import { deploymentOf, readOptions } from "./deploy/deployment.ts";
import { leaseKeysOf, makeLeaseKey } from "./deploy/leaseKey.ts";
import { Refusal, script } from "./deploy/run.ts";

type Tools = { readonly connect: () => Promise<Aws>; readonly say: (line: string) => void };

/** Creates the next key for leases in KMS. Applications still accept the previous key. */
export async function rollLeaseKeys(argv: readonly string[], { connect, say }: Tools): Promise<void> {
  const { stage } = readOptions(argv);
  const aws = await connect();
  const deployment = deploymentOf(stage);
  const before = await leaseKeysOf(aws, deployment);
  if (before === undefined)
    throw new Refusal(
      `There is no key to replace yet. Create the first key: npm run operate -- secrets:set --stage ${stage}`,
    );
  const next = await makeLeaseKey(aws, deployment);
  say(
    `The key ${next.current.kid} signs leases once you deploy: npm run deploy -- --stage ${stage}. Leases that ${next.previous?.kid} signed stay valid.`,
  );
  // The pipeline may not delete keys, and functions sign with the previous key until the next deployment is done.
  say(
    `Afterwards schedule the deletion of the previous key in KMS, which costs a dollar a month: ${before.arn}`,
  );
}

if (import.meta.main)
  await script(() =>
    rollLeaseKeys(process.argv.slice(2), { connect: connectAws, say: (line) => console.log(line) }),
  );
