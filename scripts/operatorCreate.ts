import { newTemporaryPassword } from "../functions/platform/random.ts";
import { type Aws, connectAws } from "./aws/aws.ts";
import { deploymentOf, readOptions } from "./deploy/deployment.ts";
import { Refusal, script } from "./deploy/run.ts";
import {
  endOperatorSessions,
  findOperatorAccount,
  joinOperators,
  makeOperatorAccount,
  type OperatorPlace,
  removeFactor,
  replacePassword,
} from "./operator/accounts.ts";
import { isDeployedOperator } from "./operator/deployed.ts";
import { retireFormerGroup } from "./operator/former.ts";

type Tools = {
  readonly connect: () => Promise<Aws>;
  readonly say: (line: string) => void;
  readonly now?: () => Date;
};

/**
 * Stores the alarms' address, and creates the operator's account in the operators' user pool. Changes a customer's
 * account only to remove the former group. Every run ends the operator's sessions.
 */
export async function createOperator(argv: readonly string[], { connect, say, now }: Tools): Promise<void> {
  const options = readOptions(argv, ["email"], ["reset-factor", "reset-password"]);
  const { stage } = options;
  const aws = await connect();
  const deployment = deploymentOf(stage);
  const { parameter, table } = deployment;
  const former = await aws.parameter(parameter("operator-email"));
  const email = options.email ?? former;
  if (email === undefined || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
    throw new Refusal("Say who the operator is: --email you@example.com");
  await aws.putParameter(parameter("operator-email"), email);
  if (former !== undefined && former !== email)
    say(
      `If ${former} leaves, remove that operator and their API keys: npm run operate -- operator:remove --stage ${stage} --email ${former}`,
    );
  const [poolId, customersPoolId] = await Promise.all([
    aws.parameter(parameter("operator-pool-id")),
    aws.parameter(parameter("user-pool-id")),
  ]);
  if (poolId === undefined)
    throw new Refusal(
      `There is no operators' user pool yet. Run npm run deploy -- --stage ${stage}, then run this again.`,
    );
  const isCarriedOn = await isDeployedOperator(aws, deployment, poolId, email);
  say(
    isCarriedOn === false
      ? `Alarms and the operator's mail still go to the previous operator. Deploy now: npm run deploy -- --stage ${stage}. Then confirm Amazon's mails to ${email}.`
      : `Alarms and the operator's mail ${isCarriedOn ? "go" : "will go"} to ${email}.`,
  );
  const cognito = aws.clients().cognito();
  const place = { cognito, dynamodb: aws.clients().dynamodb(), poolId, usersTable: table("Users") };
  if (customersPoolId !== undefined)
    for (const customer of await retireFormerGroup(cognito, customersPoolId))
      say(
        `${customer} was an operator with a customer's account. The account is signed out and stays a customer's.`,
      );
  await prepareAccount(place, email, options, say, now?.() ?? new Date());
}

type Wishes = { readonly "reset-factor"?: boolean; readonly "reset-password"?: boolean };

/** Ends the sessions last, so that no sign-in with the old password or factor survives. */
async function prepareAccount(
  place: OperatorPlace,
  email: string,
  wishes: Wishes,
  say: (line: string) => void,
  now: Date,
): Promise<void> {
  const known = await findOperatorAccount(place, email);
  const password = newTemporaryPassword();
  const userId = known?.userId ?? (await makeOperatorAccount(place, email, password));
  // Also replaces a temporary password, because it may have expired, and an interrupted run did not print it.
  const resetsPassword = known !== undefined && (wishes["reset-password"] === true || !known.hasPassword);
  const resetsFactor = known !== undefined && wishes["reset-factor"] === true;
  if (resetsPassword) await replacePassword(place, email, password);
  if (resetsFactor) await removeFactor(place, email);
  await joinOperators(place, email);
  await endOperatorSessions(place, { userId, email }, now, resetsFactor);
  say(`${email} is an operator. Every earlier session has ended.`);
  if (resetsFactor) say("The second factor is removed. The next sign-in sets up a new one.");
  if (known === undefined || resetsPassword)
    say(
      `Temporary password, valid for one day: ${password}\nSign in at /admin, choose a password, then set up an authenticator app.`,
    );
}

if (import.meta.main)
  await script(() =>
    createOperator(process.argv.slice(2), { connect: connectAws, say: (line) => console.log(line) }),
  );
