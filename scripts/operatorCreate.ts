import { awsOf } from "./deploy/aws.ts";
import { deploymentOf, readOptions } from "./deploy/deployment.ts";
import { Refusal, type Run, run, script } from "./deploy/run.ts";

type Tools = { readonly run: Run; readonly say: (line: string) => void };

/** Keeps where alarms go, and makes the account of that address an operator's once there is one. May be run again. */
export function createOperator(argv: readonly string[], { run, say }: Tools): void {
  const { stage, email } = readOptions(argv, ["email"]);
  if (typeof email !== "string" || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
    throw new Refusal("Say whose back office it is: --email you@example.com");
  const aws = awsOf(run);
  aws.checkSignedIn();
  const { parameter } = deploymentOf(stage);
  aws.putParameter(parameter("operator-email"), email);
  say(`Alarms and the operator's mail go to ${email}.`);
  const pool = aws.parameter(parameter("user-pool-id"));
  if (pool === undefined)
    throw new Refusal(`There is no user pool yet. Run npm run deploy -- --stage ${stage}, then this again.`);
  const account = ["--user-pool-id", pool, "--username", email];
  if (
    !aws.has(`The account of ${email}`, "UserNotFoundException", [
      "cognito-idp",
      "admin-get-user",
      ...account,
    ])
  )
    throw new Refusal(
      `${email} has no account yet. Once the site is deployed, sign up there as everybody does, then run this again: ` +
        `it makes the account an operator's.`,
    );
  aws.call(`${email} could not be made an operator.`, [
    "cognito-idp",
    "admin-add-user-to-group",
    ...account,
    "--group-name",
    "operators",
  ]);
  say(`${email} is an operator. Sign out and in again; the back office asks for a second factor.`);
}

/** `npm run operator:create -- --stage prod --email you@example.com` */
if (import.meta.main)
  await script(() => createOperator(process.argv.slice(2), { run, say: (line) => console.log(line) }));
