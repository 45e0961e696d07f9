import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  GetUserCommand,
  ListUsersCommand,
  ListUsersInGroupCommand,
  paginateListUsers,
} from "@aws-sdk/client-cognito-identity-provider";
import { confirmSignIn, signIn } from "aws-amplify/auth";
import { describe, expect, test } from "vitest";
import {
  amplifyFor,
  claimsOf,
  cognitoFor,
  EMAIL,
  PASSWORD,
  poolWithAda,
  refreshed,
  signedIn,
  startSignIn,
} from "./support.ts";

const VERIFIED = [{ Name: "email_verified", Value: "true" }];

describe("a disabled user", () => {
  test("cannot sign in, refresh or use a token, and has to sign in once enabled again", async () => {
    const cognito = await poolWithAda();
    const { AccessToken, RefreshToken } = await signedIn(cognito);
    await cognito.sdk.send(new AdminDisableUserCommand(cognito.ada));
    const disabled = { name: "NotAuthorizedException", message: "User is disabled." };
    await expect(startSignIn(cognito)).rejects.toMatchObject(disabled);
    await expect(cognito.sdk.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject(disabled);
    await expect(refreshed(cognito, RefreshToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    await cognito.sdk.send(new AdminEnableUserCommand(cognito.ada));
    await expect(refreshed(cognito, RefreshToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    expect((await signedIn(cognito)).AccessToken).toBeTruthy();
  });

  test("gets the usual error for a wrong password", async () => {
    const cognito = await poolWithAda();
    await cognito.sdk.send(new AdminDisableUserCommand(cognito.ada));
    await expect(startSignIn(cognito, "Wrong-Horse7")).rejects.toMatchObject({
      message: "Incorrect username or password.",
    });
  });
});

describe("groups", () => {
  test("appear in both tokens after the next refresh, and do not list a removed user", async () => {
    const cognito = await poolWithAda({
      pool: {
        groups: [
          { name: "late", precedence: 9 },
          { name: "operators", precedence: 1 },
        ],
      },
    });
    const before = await signedIn(cognito);
    expect(claimsOf(before.AccessToken)["cognito:groups"]).toBeUndefined();
    for (const GroupName of ["late", "operators"]) {
      await cognito.sdk.send(new AdminAddUserToGroupCommand({ ...cognito.ada, GroupName }));
    }
    const after = await refreshed(cognito, before.RefreshToken);
    expect(claimsOf(after.AccessToken)["cognito:groups"]).toEqual(["operators", "late"]);
    expect(claimsOf(after.IdToken)["cognito:groups"]).toEqual(["operators", "late"]);
    await cognito.sdk.send(new AdminRemoveUserFromGroupCommand({ ...cognito.ada, GroupName: "late" }));
    const members = await cognito.sdk.send(
      new ListUsersInGroupCommand({ ...cognito.admin, GroupName: "late" }),
    );
    expect(members.Users).toEqual([]);
  });

  test("must exist before a user can join them", async () => {
    const cognito = await poolWithAda();
    const join = new AdminAddUserToGroupCommand({ ...cognito.ada, GroupName: "kings" });
    await expect(cognito.sdk.send(join)).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });
});

describe("users created by an operator", () => {
  test("get a temporary password by mail and must replace it at the first sign-in", async () => {
    const cognito = await cognitoFor();
    amplifyFor(cognito);
    const { User } = await cognito.sdk.send(
      new AdminCreateUserCommand({ ...cognito.admin, Username: EMAIL, UserAttributes: VERIFIED }),
    );
    expect(User).toMatchObject({ UserStatus: "FORCE_CHANGE_PASSWORD", Enabled: true });
    expect(User?.UserCreateDate?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const temporary = /password is (\S+)\.$/.exec(cognito.mails[0]?.text ?? "")?.[1] ?? "";
    const first = await signIn({ username: EMAIL, password: temporary });
    expect(first.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED");
    await expect(confirmSignIn({ challengeResponse: "weakweak" })).rejects.toMatchObject({
      name: "InvalidPasswordException",
    });
    expect(await confirmSignIn({ challengeResponse: PASSWORD })).toMatchObject({ isSignedIn: true });
    const user = await cognito.sdk.send(new AdminGetUserCommand({ ...cognito.admin, Username: EMAIL }));
    expect(user.UserStatus).toBe("CONFIRMED");
  });

  test("cannot use a temporary password after it expires", async () => {
    const cognito = await poolWithAda();
    await cognito.sdk.send(new AdminSetUserPasswordCommand({ ...cognito.ada, Password: "Temporary-7" }));
    expect(await startSignIn(cognito, "Temporary-7")).toMatchObject({
      ChallengeName: "NEW_PASSWORD_REQUIRED",
    });
    cognito.advance(7 * 86_400 + 1);
    await expect(startSignIn(cognito, "Temporary-7")).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
  });

  test("sign in immediately with a permanent password, without a mail", async () => {
    const cognito = await cognitoFor({ client: { authFlows: ["ALLOW_USER_PASSWORD_AUTH"] } });
    const ada = { ...cognito.admin, Username: EMAIL };
    await cognito.sdk.send(
      new AdminCreateUserCommand({ ...ada, MessageAction: "SUPPRESS", UserAttributes: VERIFIED }),
    );
    await cognito.sdk.send(new AdminSetUserPasswordCommand({ ...ada, Password: PASSWORD, Permanent: true }));
    const { IdToken } = await signedIn(cognito);
    expect(claimsOf(IdToken)).toMatchObject({
      email: EMAIL,
      email_verified: true,
    });
    expect(cognito.mails).toEqual([]);
  });

  test("need a password that fits the policy, and a free address", async () => {
    const cognito = await poolWithAda();
    const weak = new AdminSetUserPasswordCommand({ ...cognito.ada, Password: "weak" });
    await expect(cognito.sdk.send(weak)).rejects.toMatchObject({ name: "InvalidPasswordException" });
    const twice = new AdminCreateUserCommand({ ...cognito.admin, Username: EMAIL.toUpperCase() });
    await expect(cognito.sdk.send(twice)).rejects.toMatchObject({ name: "UsernameExistsException" });
  });
});

test("an operator's sign-out ends every sign-in", async () => {
  const cognito = await poolWithAda();
  const { AccessToken, RefreshToken } = await signedIn(cognito);
  await cognito.sdk.send(new AdminUserGlobalSignOutCommand(cognito.ada));
  await expect(cognito.sdk.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
    message: "Access Token has been revoked",
  });
  await expect(refreshed(cognito, RefreshToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
});

test("an address that an operator sets is unverified unless the call says otherwise", async () => {
  const cognito = await poolWithAda();
  const change = (UserAttributes: { Name: string; Value: string }[]) =>
    cognito.sdk.send(
      new AdminUpdateUserAttributesCommand({ ...cognito.admin, Username: cognito.sub, UserAttributes }),
    );
  const verified = async () => {
    const user = await cognito.sdk.send(new AdminGetUserCommand({ ...cognito.admin, Username: cognito.sub }));
    return user.UserAttributes?.find((one) => one.Name === "email_verified")?.Value;
  };
  await change([{ Name: "email", Value: "two@example.com" }]);
  expect(await verified()).toBe("false");
  await change([{ Name: "email", Value: "three@example.com" }, ...VERIFIED]);
  expect(await verified()).toBe("true");
});

test("users are found by address or id, listed by page, and missing once deleted", async () => {
  const cognito = await poolWithAda();
  for (const name of ["bob", "carl"]) {
    const Username = `${name}@example.com`;
    await cognito.sdk.send(
      new AdminCreateUserCommand({ ...cognito.admin, Username, MessageAction: "SUPPRESS" }),
    );
  }
  const found = async (Filter: string) =>
    (await cognito.sdk.send(new ListUsersCommand({ ...cognito.admin, Filter }))).Users?.length;
  expect(await found('email = "bob@example.com"')).toBe(1);
  expect(await found('email ^= "c"')).toBe(1);
  expect(await found(`sub = "${cognito.sub}"`)).toBe(1);
  await expect(found("email ~ bob")).rejects.toMatchObject({ name: "InvalidParameterException" });

  const pages: number[] = [];
  const pager = paginateListUsers({ client: cognito.sdk, pageSize: 2 }, cognito.admin);
  for await (const page of pager) pages.push(page.Users?.length ?? 0);
  expect(pages).toEqual([2, 1]);

  await cognito.sdk.send(new AdminDeleteUserCommand(cognito.ada));
  await expect(cognito.sdk.send(new AdminGetUserCommand(cognito.ada))).rejects.toMatchObject({
    name: "UserNotFoundException",
  });
});
