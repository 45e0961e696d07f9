import {
  DeleteUserPoolCommand,
  paginateListUserPools,
  UpdateUserPoolCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { DeleteSecretCommand, DescribeSecretCommand } from "@aws-sdk/client-secrets-manager";
import { paginateGetParametersByPath } from "@aws-sdk/client-ssm";
import { must, orAbsent } from "../aws/answers.ts";
import type { Aws } from "../aws/aws.ts";
import type { Deployment } from "../deploy/deployment.ts";

/** KMS's minimum. The key encrypts only alarms in transit, so nothing needs it afterwards. */
const ALARMS_KEY_DAYS = 7;
/** Applications pin this key. The delay leaves time to notice that they still need it. */
const LEASE_KEY_DAYS = 30;
const SECRET_RECOVERY_DAYS = 30;

/**
 * Runs right before the key's stack is deleted. If it ran later, the key could not be found without its alias and would
 * cost a dollar a month. If it ran earlier, a stage that is kept after all would lose the key of its alarms.
 */
export async function removeAlarmsKey(aws: Aws, { stack }: Deployment): Promise<void> {
  await aws.retireKey(`alias/${stack("alarms")}`, ALARMS_KEY_DAYS);
}

/** Runs before removeParameters, because the parameters have the ARNs. */
export async function removeLeaseKeys(aws: Aws, { parameter }: Deployment): Promise<void> {
  for (const name of ["lease-key-arn", "lease-key-before-arn"]) {
    const arn = await aws.parameter(parameter(name));
    if (arn !== undefined) await aws.retireKey(arn, LEASE_KEY_DAYS);
  }
}

export async function removeUserPools(
  aws: Aws,
  { stage, stack }: Deployment,
  say: (line: string) => void,
): Promise<void> {
  const client = aws.clients().cognito();
  const names = [stack("").slice(0, -1), stack("operators")];
  const failed = `The user pools of ${stage} could not be removed.`;
  const ids: (string | undefined)[] = [];
  const list = async () => {
    for await (const { UserPools = [] } of paginateListUserPools({ client }, { MaxResults: 60 }))
      ids.push(...UserPools.filter(({ Name = "" }) => names.includes(Name)).map(({ Id }) => Id));
  };
  await must(failed, list());
  for (const UserPoolId of ids) {
    await must(
      failed,
      client.send(new UpdateUserPoolCommand({ UserPoolId, DeletionProtection: "INACTIVE" })),
    );
    await must(failed, client.send(new DeleteUserPoolCommand({ UserPoolId })));
    say(`Removed the user pool ${UserPoolId}.`);
  }
}

/** Removes the parameters that a person or a script has set. Stacks delete their own parameters. */
export async function removeParameters(aws: Aws, { parameter }: Deployment): Promise<void> {
  const names: string[] = [];
  const list = async () => {
    const query = { Path: parameter("").slice(0, -1), Recursive: true };
    for await (const { Parameters = [] } of paginateGetParametersByPath(
      { client: aws.clients().ssm() },
      query,
    ))
      names.push(...Parameters.flatMap(({ Name }) => Name ?? []));
  };
  await must("The parameters could not be listed.", list());
  for (const name of names) await aws.deleteParameter(name);
}

/** Removes Stripe's key last, because a repeated run checks this key to decide whether the stage may be removed. */
export async function removeSecrets(
  aws: Aws,
  { secret }: Deployment,
  { isRecoverable }: { readonly isRecoverable: boolean },
): Promise<void> {
  const client = aws.clients().secrets();
  const way = isRecoverable
    ? { RecoveryWindowInDays: SECRET_RECOVERY_DAYS }
    : { ForceDeleteWithoutRecovery: true };
  for (const name of ["origin", "lease", "mailbox", "pool", "stripe"]) {
    const SecretId = secret(name);
    const found = await orAbsent(
      `The secret ${SecretId}`,
      "ResourceNotFoundException",
      client.send(new DescribeSecretCommand({ SecretId })),
    );
    if (found === undefined || found.DeletedDate !== undefined) continue;
    await must(
      `The secret ${SecretId} could not be removed.`,
      client.send(new DeleteSecretCommand({ SecretId, ...way })),
    );
  }
}
