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
  type OperatorPlace,
} from "../../scripts/operator/accounts.ts";
import type { StackFile } from "../stackFile.ts";

const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };

/** Where the stack stores operators, with clients that no role limits. */
export function operatorPlace({ operatorPool, dynamodb }: StackFile): OperatorPlace {
  const { endpoint, region, tables } = dynamodb;
  return {
    cognito: new CognitoIdentityProviderClient({ endpoint: operatorPool.endpoint, region, credentials }),
    dynamodb: new DynamoDBClient({ endpoint, region, credentials }),
    poolId: operatorPool.userPoolId,
    usersTable: tables.Users ?? "Users",
  };
}

/** Creates an operator like `operator:create`, with a chosen password. */
export async function makeOperator(
  stack: StackFile,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const place = operatorPlace(stack);
  const known = await findOperatorAccount(place, email);
  const userId = known?.userId ?? (await makeOperatorAccount(place, email, password));
  await place.cognito.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: place.poolId,
      Username: email,
      Password: password,
      Permanent: true,
    }),
  );
  await joinOperators(place, email);
  // Allows sign-ins from any time: the stack's clock may show another time, and no session exists yet.
  await endOperatorSessions(place, { userId, email }, new Date(0), false);
}
