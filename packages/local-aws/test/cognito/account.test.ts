import {
  ChangePasswordCommand,
  DeleteUserAttributesCommand,
  DeleteUserCommand,
  GetUserAttributeVerificationCodeCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  RevokeTokenCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  confirmUserAttribute,
  fetchUserAttributes,
  sendUserAttributeVerificationCode,
  signIn,
  updatePassword,
  updateUserAttribute,
} from "aws-amplify/auth";
import { describe, expect, test } from "vitest";
import {
  amplifyFor,
  claimsOf,
  EMAIL,
  PASSWORD,
  poolWithAda,
  poolWithUnverifiedAda,
  refreshed,
  signedIn,
  startSignIn,
} from "./support.ts";

describe("Amplify", () => {
  test("changes the password if the old one is right and the new one fits the policy", async () => {
    const cognito = await poolWithAda();
    amplifyFor(cognito);
    await signIn({ username: EMAIL, password: PASSWORD });
    await expect(updatePassword({ oldPassword: PASSWORD, newPassword: "weakweak" })).rejects.toMatchObject({
      name: "InvalidPasswordException",
    });
    await expect(
      updatePassword({ oldPassword: "Wrong-Horse7", newPassword: "Next-Horse9" }),
    ).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
    await updatePassword({ oldPassword: PASSWORD, newPassword: "Next-Horse9" });
    await expect(startSignIn(cognito)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    expect((await signedIn(cognito, "Next-Horse9")).AccessToken).toBeTruthy();
  });

  test("verifies the address with a mailed code", async () => {
    const cognito = await poolWithUnverifiedAda();
    amplifyFor(cognito);
    await signIn({ username: EMAIL, password: PASSWORD });
    expect(await fetchUserAttributes()).toMatchObject({ email: EMAIL, email_verified: "false" });
    await sendUserAttributeVerificationCode({ userAttributeKey: "email" });
    await confirmUserAttribute({ userAttributeKey: "email", confirmationCode: cognito.lastCode() });
    expect(await fetchUserAttributes()).toMatchObject({ email_verified: "true" });
  });

  test("changes the address only after the new one is verified", async () => {
    const cognito = await poolWithAda();
    amplifyFor(cognito);
    await signIn({ username: EMAIL, password: PASSWORD });
    await updateUserAttribute({ userAttribute: { attributeKey: "email", value: "new@example.com" } });
    expect(cognito.mails.at(-1)?.to).toBe("new@example.com");
    expect(await fetchUserAttributes()).toMatchObject({ email: EMAIL, email_verified: "true" });
    await confirmUserAttribute({ userAttributeKey: "email", confirmationCode: cognito.lastCode() });
    expect(await fetchUserAttributes()).toMatchObject({ email: "new@example.com", email_verified: "true" });
    expect((await signedIn(cognito, PASSWORD, "new@example.com")).AccessToken).toBeTruthy();
    await expect(startSignIn(cognito)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });
});

describe("a user", () => {
  test.each([
    ["an attribute that the client may not write", "custom:role", "NotAuthorizedException"],
    ["the attribute that marks the address as verified", "email_verified", "NotAuthorizedException"],
    ["the user's id", "sub", "NotAuthorizedException"],
  ])("cannot set %s", async (_what, Name, name) => {
    const cognito = await poolWithAda();
    const { AccessToken } = await signedIn(cognito);
    const update = new UpdateUserAttributesCommand({
      AccessToken,
      UserAttributes: [{ Name, Value: "true" }],
    });
    await expect(cognito.sdk.send(update)).rejects.toMatchObject({ name });
  });

  test("cannot take another user's address, by request or by confirmation", async () => {
    const cognito = await poolWithAda();
    const { AccessToken } = await signedIn(cognito);
    const update = new UpdateUserAttributesCommand({
      AccessToken,
      UserAttributes: [{ Name: "email", Value: "Bob@example.com" }],
    });
    await cognito.sdk.send(update);
    const Code = cognito.lastCode();
    await cognito.sdk.send(
      new SignUpCommand({ ...cognito.client, Username: "bob@example.com", Password: PASSWORD }),
    );
    const refusal = { name: "AliasExistsException" };
    const prove = new VerifyUserAttributeCommand({ AccessToken, AttributeName: "email", Code });
    await expect(cognito.sdk.send(prove)).rejects.toMatchObject(refusal);
    await expect(cognito.sdk.send(update)).rejects.toMatchObject(refusal);
  });

  test("cannot change an immutable attribute", async () => {
    const schema = [
      { name: "email", required: true, mutable: true },
      { name: "custom:origin", required: false, mutable: false },
    ];
    const cognito = await poolWithAda({ pool: { schema }, client: { writeAttributes: undefined } });
    const { AccessToken } = await signedIn(cognito);
    const UserAttributes = [{ Name: "custom:origin", Value: "elsewhere" }];
    await expect(
      cognito.sdk.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes })),
    ).rejects.toMatchObject({ name: "InvalidParameterException" });
  });

  test("cannot delete attributes that are required or that the client may not write", async () => {
    const cognito = await poolWithAda();
    const { AccessToken } = await signedIn(cognito);
    for (const name of ["email", "name"]) {
      const asked = new DeleteUserAttributesCommand({ AccessToken, UserAttributeNames: [name] });
      await expect(cognito.sdk.send(asked), name).rejects.toThrow();
    }
    const { UserAttributes } = await cognito.sdk.send(new GetUserCommand({ AccessToken }));
    expect(UserAttributes).toContainEqual({ Name: "email", Value: EMAIL });
  });

  test("does not see attributes that the client may not read", async () => {
    const cognito = await poolWithAda({ client: { readAttributes: ["email_verified"] } });
    const { AccessToken, IdToken } = await signedIn(cognito);
    const user = await cognito.sdk.send(new GetUserCommand({ AccessToken }));
    expect(claimsOf(IdToken).email).toBeUndefined();
    expect(claimsOf(IdToken).email_verified).toBe(true);
    expect(user.UserAttributes?.map((one) => one.Name)).toEqual(["sub", "email_verified"]);
  });

  test("has five attempts for a mailed code", async () => {
    const cognito = await poolWithAda();
    const { AccessToken } = await signedIn(cognito);
    const about = { AccessToken, AttributeName: "email" };
    await cognito.sdk.send(new GetUserAttributeVerificationCodeCommand(about));
    const Code = cognito.lastCode() === "000000" ? "000001" : "000000";
    const guess = () => cognito.sdk.send(new VerifyUserAttributeCommand({ ...about, Code }));
    for (let count = 0; count < 5; count += 1) {
      await expect(guess()).rejects.toMatchObject({ name: "CodeMismatchException" });
    }
    await expect(guess()).rejects.toMatchObject({ name: "LimitExceededException" });
  });
});

describe("signing out", () => {
  test("everywhere ends every sign-in, access tokens included", async () => {
    const cognito = await poolWithAda();
    const here = await signedIn(cognito);
    const there = await signedIn(cognito);
    await cognito.sdk.send(new GlobalSignOutCommand({ AccessToken: here.AccessToken }));
    for (const { AccessToken, RefreshToken } of [here, there]) {
      await expect(cognito.sdk.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
        name: "NotAuthorizedException",
        message: "Access Token has been revoked",
      });
      await expect(refreshed(cognito, RefreshToken)).rejects.toMatchObject({
        message: "Refresh Token has been revoked",
      });
    }
    expect((await signedIn(cognito)).AccessToken).toBeTruthy();
  });

  test("with one refresh token ends only its sign-in", async () => {
    const cognito = await poolWithAda();
    const here = await signedIn(cognito);
    const there = await signedIn(cognito);
    await cognito.sdk.send(new RevokeTokenCommand({ ...cognito.client, Token: here.RefreshToken }));
    await expect(
      cognito.sdk.send(new GetUserCommand({ AccessToken: here.AccessToken })),
    ).rejects.toMatchObject({
      message: "Access Token has been revoked",
    });
    await expect(refreshed(cognito, here.RefreshToken)).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
    expect((await refreshed(cognito, there.RefreshToken)).AccessToken).toBeTruthy();
  });
});

test("a refreshed token keeps the id and the time of its sign-in", async () => {
  const cognito = await poolWithAda();
  const here = await signedIn(cognito);
  const { origin_jti, auth_time, iat, jti } = claimsOf(here.AccessToken);
  expect(origin_jti).toEqual(expect.any(String));
  cognito.advance(60);
  const after = claimsOf((await refreshed(cognito, here.RefreshToken)).AccessToken);
  expect(after).toMatchObject({ origin_jti, auth_time });
  expect(after.iat).toBeGreaterThanOrEqual(Number(iat) + 60);
  expect(after.jti).not.toBe(jti);
  const other = claimsOf((await signedIn(cognito)).AccessToken);
  expect(other.auth_time).toBeGreaterThanOrEqual(Number(auth_time) + 60);
  expect(other.origin_jti).not.toBe(origin_jti);
});

test("tokens stay valid after a change of the password", async () => {
  const cognito = await poolWithAda();
  const { AccessToken, RefreshToken } = await signedIn(cognito);
  const change = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: "Next-Horse9" };
  await cognito.sdk.send(new ChangePasswordCommand(change));
  expect((await cognito.sdk.send(new GetUserCommand({ AccessToken }))).Username).toBeTruthy();
  expect((await refreshed(cognito, RefreshToken)).AccessToken).toBeTruthy();
});

test("only a refresh token can be revoked", async () => {
  const cognito = await poolWithAda();
  const { AccessToken } = await signedIn(cognito);
  await expect(
    cognito.sdk.send(new RevokeTokenCommand({ ...cognito.client, Token: AccessToken })),
  ).rejects.toMatchObject({ name: "UnsupportedTokenTypeException" });
});

test("a stolen access token allows five guesses of the password", async () => {
  const cognito = await poolWithAda();
  const { AccessToken } = await signedIn(cognito);
  const change = (PreviousPassword: string) =>
    cognito.sdk.send(
      new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword: "Next-Horse9" }),
    );
  for (let count = 0; count < 5; count += 1) {
    await expect(change("Wrong-Horse7")).rejects.toMatchObject({
      message: "Incorrect username or password.",
    });
  }
  await expect(change(PASSWORD)).rejects.toMatchObject({ message: "Password attempts exceeded" });
});

test("a deleted user's tokens are refused, and the address is free again", async () => {
  const cognito = await poolWithAda();
  const { AccessToken, RefreshToken } = await signedIn(cognito);
  await cognito.sdk.send(new DeleteUserCommand({ AccessToken }));
  await expect(cognito.sdk.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
    name: "UserNotFoundException",
  });
  await expect(refreshed(cognito, RefreshToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  await cognito.sdk.send(new SignUpCommand({ ...cognito.client, Username: EMAIL, Password: PASSWORD }));
});
