import {
  AdminDisableUserCommand,
  AdminResetUserPasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { confirmResetPassword, resetPassword, signIn } from "aws-amplify/auth";
import { describe, expect, test } from "vitest";
import { beginSignIn } from "../../src/cognito/client.ts";
import {
  amplifyFor,
  EMAIL,
  PASSWORD,
  poolWithAda,
  poolWithUnverifiedAda,
  signedIn,
  startSignIn,
  type TestCognito,
} from "./support.ts";

const NEW_PASSWORD = "Another-Horse8";

test("a sign-in that began before a password reset fails with the old and with the new password", async () => {
  const cognito = await poolWithAda();
  const begun = [await beginSignIn(cognito, EMAIL), await beginSignIn(cognito, EMAIL)];
  await forgot(cognito);
  await confirm(cognito, cognito.lastCode());
  for (const [at, password] of [PASSWORD, NEW_PASSWORD].entries())
    await expect(begun[at]?.answer(password)).rejects.toMatchObject({ name: "NotAuthorizedException" });
});

const forgot = (cognito: TestCognito, Username = EMAIL) =>
  cognito.sdk.send(new ForgotPasswordCommand({ ...cognito.client, Username }));
const confirm = (cognito: TestCognito, ConfirmationCode: string, Username = EMAIL, Password = NEW_PASSWORD) =>
  cognito.sdk.send(
    new ConfirmForgotPasswordCommand({ ...cognito.client, Username, ConfirmationCode, Password }),
  );
const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

test("Amplify resets a password with the mailed code", async () => {
  const cognito = await poolWithAda();
  amplifyFor(cognito);
  const { nextStep } = await resetPassword({ username: EMAIL });
  expect(nextStep).toMatchObject({
    codeDeliveryDetails: { destination: "a***@e***", deliveryMedium: "EMAIL" },
  });
  await confirmResetPassword({
    username: EMAIL,
    confirmationCode: cognito.lastCode(),
    newPassword: NEW_PASSWORD,
  });
  await expect(signIn({ username: EMAIL, password: PASSWORD })).rejects.toMatchObject({
    name: "NotAuthorizedException",
  });
  expect(await signIn({ username: EMAIL, password: NEW_PASSWORD })).toMatchObject({ isSignedIn: true });
});

describe("a reset code", () => {
  test("works once", async () => {
    const cognito = await poolWithAda();
    await forgot(cognito);
    await confirm(cognito, cognito.lastCode());
    await expect(confirm(cognito, cognito.lastCode())).rejects.toMatchObject({
      name: "ExpiredCodeException",
    });
  });

  test("expires after an hour", async () => {
    const cognito = await poolWithAda();
    await forgot(cognito);
    cognito.advance(3601);
    await expect(confirm(cognito, cognito.lastCode())).rejects.toMatchObject({
      name: "ExpiredCodeException",
    });
  });

  test("is refused for an hour after five wrong attempts", async () => {
    const cognito = await poolWithAda();
    await forgot(cognito);
    const wrong = wrongOf(cognito.lastCode());
    for (let count = 0; count < 5; count += 1) {
      await expect(confirm(cognito, wrong)).rejects.toMatchObject({ name: "CodeMismatchException" });
    }
    const refusal = {
      name: "LimitExceededException",
      message: "Attempt limit exceeded, please try after some time.",
    };
    await expect(confirm(cognito, cognito.lastCode())).rejects.toMatchObject(refusal);
    await forgot(cognito);
    await expect(confirm(cognito, cognito.lastCode())).rejects.toMatchObject(refusal);
    cognito.advance(3601);
    await forgot(cognito);
    await confirm(cognito, cognito.lastCode());
    expect((await signedIn(cognito, NEW_PASSWORD)).AccessToken).toBeTruthy();
  });

  test("is mailed at most twenty times an hour", async () => {
    const cognito = await poolWithAda();
    for (let count = 0; count < 20; count += 1) await forgot(cognito);
    await expect(forgot(cognito)).rejects.toMatchObject({ name: "LimitExceededException" });
    expect(cognito.mails).toHaveLength(20);
  });

  test("stays valid after a weak password is refused", async () => {
    const cognito = await poolWithAda();
    await forgot(cognito);
    await expect(confirm(cognito, cognito.lastCode(), EMAIL, "weak")).rejects.toMatchObject({
      name: "InvalidPasswordException",
    });
    await confirm(cognito, cognito.lastCode());
  });
});

describe("a reset request", () => {
  test("is refused without a verified address", async () => {
    await expect(forgot(await poolWithUnverifiedAda())).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: "Cannot reset password for the user as there is no registered/verified email or phone_number",
    });
  });

  test("gets the usual answer for an unknown address, without a mail", async () => {
    const cognito = await poolWithAda();
    const answer = await forgot(cognito, "eve@example.org");
    expect(answer.CodeDeliveryDetails).toMatchObject({ Destination: "e***@e***", DeliveryMedium: "EMAIL" });
    await expect(confirm(cognito, "123456", "eve@example.org")).rejects.toMatchObject({
      name: "CodeMismatchException",
    });
    expect(cognito.mails).toEqual([]);
  });

  test("gets the usual answer for a disabled user, without a mail", async () => {
    const cognito = await poolWithAda();
    await cognito.sdk.send(new AdminDisableUserCommand(cognito.ada));
    expect((await forgot(cognito)).CodeDeliveryDetails?.Destination).toBe("a***@e***");
    expect(cognito.mails).toEqual([]);
  });
});

describe("an operator's reset", () => {
  test("invalidates the old password and mails a code for a new one", async () => {
    const cognito = await poolWithAda();
    await cognito.sdk.send(new AdminResetUserPasswordCommand(cognito.ada));
    const refusal = { name: "PasswordResetRequiredException" };
    await expect(startSignIn(cognito)).rejects.toMatchObject(refusal);
    amplifyFor(cognito);
    expect(await signIn({ username: EMAIL, password: PASSWORD })).toMatchObject({
      nextStep: { signInStep: "RESET_PASSWORD" },
    });
    await confirm(cognito, cognito.lastCode());
    expect(await signIn({ username: EMAIL, password: NEW_PASSWORD })).toMatchObject({ isSignedIn: true });
  });

  test("needs a verified address", async () => {
    const cognito = await poolWithUnverifiedAda();
    await expect(cognito.sdk.send(new AdminResetUserPasswordCommand(cognito.ada))).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
    expect((await signedIn(cognito)).AccessToken).toBeTruthy();
  });
});
