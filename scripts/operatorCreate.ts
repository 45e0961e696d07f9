import { type Aws, connectAws } from "./aws/aws.ts";
import { deploymentOf, readOptions } from "./deploy/deployment.ts";
import { Refusal, script } from "./deploy/run.ts";

type Tools = { readonly connect: () => Promise<Aws>; readonly say: (line: string) => void };

/** Keeps where alarms go, and makes the account of that address an operator's once it exists. May be run again. */
export async function createOperator(argv: readonly string[], { connect, say }: Tools): Promise<void> {
  const { stage, email } = readOptions(argv, ["email"]);
  if (typeof email !== "string" || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
    throw new Refusal("Say whose back office it is: --email you@example.com");
  const aws = await connect();
  const { parameter } = deploymentOf(stage);
  await aws.putParameter(parameter("operator-email"), email);
  say(`Alarms and the operator's mail go to ${email}.`);
  const pool = await aws.parameter(parameter("user-pool-id"));
  if (pool === undefined)
    throw new Refusal(`There is no user pool yet. Run npm run deploy -- --stage ${stage}, then this again.`);
  if (!(await aws.hasUser(pool, email)))
    throw new Refusal(
      `${email} has no account yet. Once the site is deployed, sign up there like any customer, then run this again ` +
        `to make the account an operator's.`,
    );
  await aws.addToGroup(pool, email, "operators");
  say(`${email} is an operator. Sign out and in again; the back office asks for a second factor.`);
}

/** `npm run operator:create -- --stage prod --email you@example.com` */
if (import.meta.main)
  await script(() =>
    createOperator(process.argv.slice(2), { connect: connectAws, say: (line) => console.log(line) }),
  );
