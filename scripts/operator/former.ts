import {
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  DeleteGroupCommand,
  ListUsersInGroupCommand,
  type UserType,
} from "@aws-sdk/client-cognito-identity-provider";
import { must, orAbsent } from "../aws/answers.ts";

const GROUP = "operators";

/**
 * Retires the operators' group that older stages have in the customers' pool. Its members stay customers, lose the
 * group and are signed out. Then the group is deleted.
 * @returns the members' addresses
 */
export async function retireFormerGroup(
  cognito: CognitoIdentityProviderClient,
  customersPoolId: string,
): Promise<string[]> {
  const whose = { UserPoolId: customersPoolId };
  const members: UserType[] = [];
  let NextToken: string | undefined;
  do {
    const page = await orAbsent(
      `The group ${GROUP} of the customers' user pool`,
      "ResourceNotFoundException",
      cognito.send(
        new ListUsersInGroupCommand({ ...whose, GroupName: GROUP, ...(NextToken ? { NextToken } : {}) }),
      ),
    );
    if (page === undefined) return [];
    members.push(...(page.Users ?? []));
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  for (const { Username } of members) {
    const account = { ...whose, Username };
    const failed = `${Username} could not be taken out of the customers' group ${GROUP}.`;
    await must(failed, cognito.send(new AdminRemoveUserFromGroupCommand({ ...account, GroupName: GROUP })));
    await must(failed, cognito.send(new AdminUserGlobalSignOutCommand(account)));
  }
  await must(
    `The customers' group ${GROUP} could not be removed.`,
    cognito.send(new DeleteGroupCommand({ ...whose, GroupName: GROUP })),
  );
  return members.map(
    ({ Attributes, Username }) => Attributes?.find(({ Name }) => Name === "email")?.Value ?? Username ?? "",
  );
}
