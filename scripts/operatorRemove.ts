import { type Aws, connectAws } from "./aws/aws.ts";
import { deploymentOf, readOptions } from "./deploy/deployment.ts";
import { Refusal } from "./deploy/run.ts";
import { scriptThatAsks } from "./deploy/terminal.ts";
import type { OperatorPlace } from "./operator/accounts.ts";
import { isDeployedOperator } from "./operator/deployed.ts";
import { findLeaving, removeOperator } from "./operator/removal.ts";

type Tools = {
  readonly connect: () => Promise<Aws>;
  readonly say: (line: string) => void;
  readonly ask: (question: string) => Promise<string>;
  readonly now?: () => Date;
};

/**
 * Removes an operator: ends their sessions, deletes their account, and revokes the API keys that they created. An
 * interrupted run can be repeated.
 * @throws Refusal if the answer is wrong, before anything is removed
 */
export async function removeOperatorOf(
  argv: readonly string[],
  { connect, say, ask, now }: Tools,
): Promise<void> {
  const { stage, email } = readOptions(argv, ["email"]);
  if (email === undefined) throw new Refusal("Say which operator to remove: --email you@example.com");
  const aws = await connect();
  const deployment = deploymentOf(stage);
  const { parameter, table } = deployment;
  const [poolId, designated] = await Promise.all([
    aws.parameter(parameter("operator-pool-id")),
    aws.parameter(parameter("operator-email")),
  ]);
  if (email.toLowerCase() === designated?.toLowerCase())
    throw new Refusal(
      `Alarms and the operator's mail go to ${email}. Name another operator first: npm run operate -- operator:create --stage ${stage} --email you@example.com`,
    );
  if (poolId === undefined) throw new Refusal(`${stage} has no operators' user pool.`);
  if (await isDeployedOperator(aws, deployment, poolId, email))
    throw new Refusal(
      `Alarms and the operator's mail still go to ${email}: the next operator, ${designated}, is not deployed yet. Run npm run deploy -- --stage ${stage}, confirm Amazon's mails, then run this again.`,
    );
  const usersTable = table("Users");
  Object.assign(process.env, { TABLE_USERS: usersTable, TABLE_AUDIT: table("Audit") });
  const clients = aws.clients();
  const place: OperatorPlace = {
    cognito: clients.cognito(),
    dynamodb: clients.dynamodb(),
    poolId,
    usersTable,
  };
  const { userIds, keys } = await findLeaving(place, email);
  if (userIds.length === 0) throw new Refusal(`${email} is not an operator of ${stage}.`);
  say(
    keys.length === 0
      ? `${email} has no API key that works.`
      : `These API keys of ${email} will be revoked: ${keys.map(({ name }) => name).join(", ")}. Scripts that use them stop working.`,
  );
  if ((await ask(`Type ${email} to remove this operator from ${stage}: `)).trim() !== email)
    throw new Refusal("Nothing was removed.");
  await removeOperator(place, email, now?.() ?? new Date());
  say(`${email} is no longer an operator.`);
}

if (import.meta.main)
  await scriptThatAsks((ask) =>
    removeOperatorOf(process.argv.slice(2), {
      connect: connectAws,
      say: (line) => console.log(line),
      ask,
    }),
  );
