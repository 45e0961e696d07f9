import { randomInt } from "node:crypto";
import { type Aws, connectAws } from "./aws/aws.ts";
import { deploymentOf, readOptions } from "./deploy/deployment.ts";
import { originHashes } from "./deploy/originHashes.ts";
import { Refusal, script } from "./deploy/run.ts";

type Tools = { readonly connect: () => Promise<Aws>; readonly say: (line: string) => void };

/** The same length and characters as in infra/secrets.ts. */
const LENGTH = 48;
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * One step of rotating the header between CloudFront and the API (docs/decisions/what-may-be-in-an-address.md). The
 * first run adds a second value, the second run removes the old one; deploy after each. Prints no value.
 */
export async function rollOrigin(argv: readonly string[], { connect, say }: Tools): Promise<void> {
  const { stage } = readOptions(argv);
  const aws = await connect();
  const { parameter, secret } = deploymentOf(stage);
  const { value } = await aws.secretVersion(secret("origin"));
  if ((await aws.parameter(parameter("origin-accepted"))) !== originHashes(value))
    throw new Refusal(
      `The secret's current value is not deployed yet: npm run deploy -- --stage ${stage}\nNothing was changed.`,
    );
  const [old = "", made] = value.split(",");
  if (made === undefined) {
    const next = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join("");
    await aws.putSecret(secret("origin"), `${old},${next}`);
    say(
      `Added a second value. Deploy (npm run deploy -- --stage ${stage}), and once that is done run this again.`,
    );
  } else {
    await aws.putSecret(secret("origin"), made);
    say(`Only the new value is left. Deploy once more: npm run deploy -- --stage ${stage}`);
  }
}

if (import.meta.main)
  await script(() =>
    rollOrigin(process.argv.slice(2), { connect: connectAws, say: (line) => console.log(line) }),
  );
