import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteSoftwareTokenCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { type DynamoDBClient, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { isWithoutAuthenticator } from "#shared/accounts/authenticator.ts";
import { must, orAbsent } from "../aws/answers.ts";
import { Refusal } from "../deploy/run.ts";

/** Where operators are stored: their user pool, and their rows in Users. */
export type OperatorPlace = {
  readonly cognito: CognitoIdentityProviderClient;
  readonly dynamodb: DynamoDBClient;
  readonly poolId: string;
  readonly usersTable: string;
};

const GROUP = "operators";

/** `userId` is the `sub`. `hasPassword` is false while only a temporary password is set. */
export type OperatorAccount = { readonly userId: string; readonly hasPassword: boolean };

export async function findOperatorAccount(
  place: OperatorPlace,
  email: string,
): Promise<OperatorAccount | undefined> {
  const found = await orAbsent(
    `The operator's account of ${email}`,
    "UserNotFoundException",
    place.cognito.send(new AdminGetUserCommand({ UserPoolId: place.poolId, Username: email })),
  );
  if (found === undefined) return undefined;
  return {
    userId: subIn(email, found.UserAttributes),
    hasPassword: found.UserStatus !== "FORCE_CHANGE_PASSWORD",
  };
}

/** Creates the account. Cognito mails nothing: the person who runs this hands over the password. @returns its `sub` */
export async function makeOperatorAccount(
  place: OperatorPlace,
  email: string,
  temporaryPassword: string,
): Promise<string> {
  const { User } = await must(
    `The operator's account of ${email} could not be created.`,
    place.cognito.send(
      new AdminCreateUserCommand({
        UserPoolId: place.poolId,
        Username: email,
        TemporaryPassword: temporaryPassword,
        MessageAction: "SUPPRESS",
        UserAttributes: [
          { Name: "email", Value: email },
          { Name: "email_verified", Value: "true" },
        ],
      }),
    ),
  );
  return subIn(email, User?.Attributes);
}

export async function joinOperators(place: OperatorPlace, email: string): Promise<void> {
  await must(
    `${email} could not be added to the group ${GROUP}.`,
    place.cognito.send(
      new AdminAddUserToGroupCommand({ UserPoolId: place.poolId, Username: email, GroupName: GROUP }),
    ),
  );
}

/** Sets a temporary password. The current password stops working. */
export async function replacePassword(
  place: OperatorPlace,
  email: string,
  temporaryPassword: string,
): Promise<void> {
  await must(
    `The password of ${email} could not be reset.`,
    place.cognito.send(
      new AdminSetUserPasswordCommand({
        UserPoolId: place.poolId,
        Username: email,
        Password: temporaryPassword,
        Permanent: false,
      }),
    ),
  );
}

/** The next sign-in enrolls a new authenticator. Does nothing if the operator has none. */
export async function removeFactor(place: OperatorPlace, email: string): Promise<void> {
  const command = new AdminDeleteSoftwareTokenCommand({ UserPoolId: place.poolId, Username: email });
  await must(
    `The second factor of ${email} could not be reset.`,
    place.cognito.send(command).catch((error: unknown) => {
      if (!isWithoutAuthenticator(error)) throw error;
    }),
  );
}

/**
 * Ends every session: revokes Cognito's refresh tokens, and stores a time in the row. The API refuses access tokens
 * that were issued before that time. Creates a missing row, because the API does not know an operator without a row.
 * @param factorReset whether the next sign-in reports a changed second factor
 */
export async function endOperatorSessions(
  place: OperatorPlace,
  { userId, email }: { userId: string; email: string },
  now: Date,
  factorReset: boolean,
): Promise<void> {
  await must(
    `The sessions of ${email} could not be ended.`,
    place.cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId: place.poolId, Username: email })),
  );
  const reset = factorReset ? { S: now.toISOString() } : { NULL: true as const };
  await must(
    `The row of ${email} could not be written.`,
    place.dynamodb.send(
      new UpdateItemCommand({
        TableName: place.usersTable,
        Key: { pk: { S: userId }, sk: { S: "operator" } },
        UpdateExpression:
          "SET userId = :userId, email = :email, sessions = :none, sessionsValidFrom = :now, " +
          `places = if_not_exists(places, :none), version = if_not_exists(version, :zero) + :one, ` +
          `factorResetAt = ${factorReset ? ":reset" : "if_not_exists(factorResetAt, :reset)"} ` +
          // A reader becomes an administrator.
          "REMOVE isReader",
        ExpressionAttributeValues: {
          ":userId": { S: userId },
          ":email": { S: email },
          ":none": { L: [] },
          ":now": { N: String(Math.floor(now.getTime() / 1000)) },
          ":zero": { N: "0" },
          ":one": { N: "1" },
          ":reset": reset,
        },
      }),
    ),
  );
}

function subIn(email: string, attributes: readonly AttributeType[] | undefined): string {
  const sub = attributes?.find(({ Name }) => Name === "sub")?.Value;
  if (sub === undefined) throw new Refusal(`Cognito gave no user id for ${email}.`);
  return sub;
}
