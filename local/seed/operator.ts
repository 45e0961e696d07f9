import {
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import {
  endOperatorSessions,
  findOperatorAccount,
  joinOperators,
  makeOperatorAccount,
  newTemporaryPassword,
  type OperatorPlace,
} from "../../scripts/operator/accounts.ts";
import type { StackFile } from "../stackFile.ts";

const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };

/** Where the stack keeps its operators, with the rights of a deployment. */
export function operatorPlace({ operatorPool, dynamodb }: StackFile): OperatorPlace {
  const { endpoint, region, tables } = dynamodb;
  return {
    cognito: new CognitoIdentityProviderClient({ endpoint: operatorPool.endpoint, region, credentials }),
    dynamodb: new DynamoDBClient({ endpoint, region, credentials }),
    poolId: operatorPool.userPoolId,
    usersTable: tables.Users ?? "Users",
  };
}

/** An operator as `operator:create` makes one, but with a password that is chosen already. */
export async function makeOperator(
  stack: StackFile,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const place = operatorPlace(stack);
  const known = await findOperatorAccount(place, email);
  const userId = known?.userId ?? (await makeOperatorAccount(place, email, newTemporaryPassword()));
  await place.cognito.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: place.poolId,
      Username: email,
      Password: password,
      Permanent: true,
    }),
  );
  await joinOperators(place, email);
  // Sign-ins of this second may be used: the stack's clock may stand elsewhere, and nobody has signed in yet.
  await endOperatorSessions(place, { userId, email }, new Date(0), false);
}
