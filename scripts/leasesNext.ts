import { type Aws, connectAws } from "./aws/aws.ts";
import { deploymentOf, readOptions, secretHolds } from "./deploy/deployment.ts";
import { Refusal, script } from "./deploy/run.ts";
import { nextLeaseKeys } from "./leaseKeys.ts";

type Tools = { readonly connect: () => Promise<Aws>; readonly say: (line: string) => void };

/** Makes the next key that signs leases; the one before is still accepted. No key is shown. */
export async function rollLeaseKeys(argv: readonly string[], { connect, say }: Tools): Promise<void> {
  const { stage } = readOptions(argv);
  const aws = await connect();
  const name = deploymentOf(stage).secret("lease");
  const kept = await aws.secret(name);
  if (kept === undefined || !secretHolds(kept, "current"))
    throw new Refusal(
      `There are no keys to replace yet. Make the first: npm run secrets:set -- --stage ${stage}`,
    );
  const next = nextLeaseKeys(JSON.parse(kept));
  await aws.putSecret(name, JSON.stringify(next));
  say(
    `Leases are signed by the key ${next.current.kid} within five minutes; ${next.previous?.kid} stays valid.`,
  );
}

/** `npm run leases:next -- --stage prod` */
if (import.meta.main)
  await script(() =>
    rollLeaseKeys(process.argv.slice(2), { connect: connectAws, say: (line) => console.log(line) }),
  );
