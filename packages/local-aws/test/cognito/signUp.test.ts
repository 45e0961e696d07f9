import {
  AdminGetUserCommand,
  ConfirmSignUpCommand,
  ListUsersCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, test } from "vitest";
import { cognitoFor, EMAIL, PASSWORD, type TestCognito, type Trigger } from "./support.ts";

async function signUp(cognito: TestCognito, changes: object = {}) {
  return await cognito.sdk.send(
    new SignUpCommand({ ...cognito.client, Username: EMAIL, Password: PASSWORD, ...changes }),
  );
}

test.each(["ada\u200b@example.com", "ada\u202e@example.com", "ada @example.com"])(
  "a user name with spaces or invisible characters is refused: %j",
  async (Username) => {
    await expect(signUp(await cognitoFor(), { Username })).rejects.toMatchObject({
      name: "InvalidParameterException",
      message: expect.stringContaining("Member must satisfy regular expression pattern"),
    });
  },
);

describe("the password policy", () => {
  test.each([
    ["Short7", "Password not long enough"],
    ["lower-case-7", "Password must have uppercase characters"],
    ["UPPER-CASE-7", "Password must have lowercase characters"],
    ["No-Digits-Here", "Password must have numeric characters"],
  ])("refuses %s", async (Password, fault) => {
    const cognito = await cognitoFor();
    await expect(signUp(cognito, { Password })).rejects.toMatchObject({
      name: "InvalidPasswordException",
      message: `Password did not conform with policy: ${fault}`,
    });
  });

  test("requires a symbol if the pool does", async () => {
    const policy = {
      requireUppercase: false,
      requireLowercase: false,
      requireNumbers: false,
      requireSymbols: true,
    };
    const passwordPolicy = { minimumLength: 6, temporaryPasswordSeconds: 1, ...policy };
    const cognito = await cognitoFor({ pool: { passwordPolicy } });
    await expect(signUp(cognito, { Password: "nosymbol" })).rejects.toMatchObject({
      name: "InvalidPasswordException",
    });
    expect(await signUp(cognito, { Password: "symbol!" })).toMatchObject({ UserConfirmed: false });
  });
});

describe("an email address", () => {
  test("gives one account, whatever its letter case", async () => {
    const cognito = await cognitoFor();
    await signUp(cognito);
    await expect(signUp(cognito, { Username: "ADA@Example.com" })).rejects.toMatchObject({
      name: "UsernameExistsException",
    });
  });

  test("gives one account when twenty sign-ups run at the same time", async () => {
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slowly: Trigger = async (event) => {
      await gate;
      return event;
    };
    const cognito = await cognitoFor({ triggers: { PreSignUp: slowly } });
    const asked = Array.from({ length: 20 }, () =>
      signUp(cognito).then(
        () => "made",
        (error) => error.name,
      ),
    );
    await expect.poll(() => cognito.events.length).toBe(20);
    open();
    const outcomes = await Promise.all(asked);
    expect(outcomes.filter((one) => one === "made")).toHaveLength(1);
    expect(outcomes.filter((one) => one === "UsernameExistsException")).toHaveLength(19);
    expect((await cognito.sdk.send(new ListUsersCommand(cognito.admin))).Users).toHaveLength(1);
  });

  test("gives two accounts in a case-sensitive pool", async () => {
    const cognito = await cognitoFor({ pool: { caseSensitive: true } });
    await signUp(cognito);
    expect(await signUp(cognito, { Username: "Ada@example.com" })).toMatchObject({ UserConfirmed: false });
  });
});

describe("a sign-up", () => {
  test.each([
    ["a user name that is not an address", { Username: "ada" }, "InvalidParameterException"],
    [
      "an attribute that the client may not write",
      { UserAttributes: [{ Name: "name", Value: "x" }] },
      "NotAuthorizedException",
    ],
    [
      "the attribute that marks the address as verified",
      { UserAttributes: [{ Name: "email_verified", Value: "true" }] },
      "NotAuthorizedException",
    ],
    [
      "another address as an attribute",
      { UserAttributes: [{ Name: "email", Value: "eve@x.org" }] },
      "InvalidParameterException",
    ],
    ["an unknown client", { ClientId: "unknown" }, "ResourceNotFoundException"],
  ])("is refused with %s", async (_what, changes, name) => {
    await expect(signUp(await cognitoFor(), changes)).rejects.toMatchObject({ name });
  });

  test("is refused with an attribute that the pool lacks", async () => {
    const cognito = await cognitoFor({ client: { writeAttributes: undefined } });
    const UserAttributes = [{ Name: "custom:plan", Value: "gold" }];
    await expect(signUp(cognito, { UserAttributes })).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
  });

  test("needs every required attribute", async () => {
    const schema = [{ name: "name", required: true, mutable: true }];
    const cognito = await cognitoFor({ pool: { schema }, client: { writeAttributes: undefined } });
    await expect(signUp(cognito)).rejects.toMatchObject({ name: "InvalidParameterException" });
    const UserAttributes = [{ Name: "name", Value: "Ada" }];
    expect(await signUp(cognito, { UserAttributes })).toMatchObject({ UserConfirmed: false });
  });

  test("is refused if only operators create users", async () => {
    const cognito = await cognitoFor({ pool: { adminCreateUserOnly: true } });
    await expect(signUp(cognito)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });
});

test("the mail with a sign-up's code has the template's text and sender", async () => {
  const cognito = await cognitoFor();
  await signUp(cognito);
  const text = `Your code is ${cognito.lastCode()}.`;
  expect(cognito.mails).toEqual([
    { to: EMAIL, from: "accounts@shop.example", subject: "Your code", text, html: text },
  ]);
});

describe("confirmation", () => {
  const confirm = (cognito: TestCognito, ConfirmationCode: string, Username = EMAIL) =>
    cognito.sdk.send(new ConfirmSignUpCommand({ ...cognito.client, Username, ConfirmationCode }));

  test("accepts only the newest code and verifies the address", async () => {
    const cognito = await cognitoFor();
    await signUp(cognito);
    const first = cognito.lastCode();
    const answer = await cognito.sdk.send(
      new ResendConfirmationCodeCommand({ ...cognito.client, Username: EMAIL }),
    );
    expect(answer.CodeDeliveryDetails).toMatchObject({ Destination: "a***@e***", DeliveryMedium: "EMAIL" });
    if (first !== cognito.lastCode()) {
      await expect(confirm(cognito, first)).rejects.toMatchObject({ name: "CodeMismatchException" });
    }
    await confirm(cognito, cognito.lastCode());
    const user = await cognito.sdk.send(new AdminGetUserCommand({ ...cognito.admin, Username: EMAIL }));
    expect(user.UserAttributes).toContainEqual({ Name: "email_verified", Value: "true" });
    await expect(confirm(cognito, cognito.lastCode())).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
  });

  test("refuses a code after a day", async () => {
    const cognito = await cognitoFor();
    await signUp(cognito);
    cognito.advance(86_401);
    await expect(confirm(cognito, cognito.lastCode())).rejects.toMatchObject({
      name: "ExpiredCodeException",
    });
  });

  test("hides whether a user exists", async () => {
    const cognito = await cognitoFor();
    await expect(confirm(cognito, "123456", "eve@x.org")).rejects.toMatchObject({
      name: "ExpiredCodeException",
    });
    const answer = await cognito.sdk.send(
      new ResendConfirmationCodeCommand({ ...cognito.client, Username: "eve@x.org" }),
    );
    expect(answer.CodeDeliveryDetails?.Destination).toBe("e***@x***");
    expect(cognito.mails).toEqual([]);
  });

  test("reports an unknown user if the client allows it", async () => {
    const cognito = await cognitoFor({ client: { preventUserExistenceErrors: false } });
    await expect(confirm(cognito, "123456", "eve@x.org")).rejects.toMatchObject({
      name: "UserNotFoundException",
    });
  });
});
