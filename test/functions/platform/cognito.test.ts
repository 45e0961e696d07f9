import {
  AdminDeleteSoftwareTokenCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  ResourceNotFoundException,
  TooManyRequestsException,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, expect, test, vi } from "vitest";
import { dropSecondFactor, readEmail, setPassword } from "../../../functions/platform/cognito.ts";

const cognito = mockClient(CognitoIdentityProviderClient);

beforeEach(() => {
  vi.stubEnv("USER_POOL_ID", "pool");
  cognito.reset();
});

test("a user's address comes from the user pool", async () => {
  cognito
    .on(AdminGetUserCommand, { UserPoolId: "pool", Username: "ann" })
    .resolves({ UserAttributes: [{ Name: "email", Value: "ann@example.com" }] });
  expect(await readEmail("ann")).toBe("ann@example.com");
});

test("an account without an address in the user pool is answered with AUTH_ERROR", async () => {
  cognito.on(AdminGetUserCommand).resolves({ UserAttributes: [{ Name: "sub", Value: "ann" }] });
  await expect(readEmail("ann")).rejects.toMatchObject({
    code: "AUTH_ERROR",
    message: "Failed to retrieve user information",
  });
});

test("a deleted user counts as not signed in, and another failure is thrown", async () => {
  cognito.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: "gone", $metadata: {} }));
  await expect(readEmail("ann")).rejects.toMatchObject({ message: "User not authenticated" });
  cognito.on(AdminGetUserCommand).rejects(new Error("unreachable"));
  await expect(readEmail("ann")).rejects.toThrow("unreachable");
});

const refusal = { message: "no", $metadata: {} };

test("a password that the pool's pattern refuses is the caller's error", async () => {
  cognito.on(AdminSetUserPasswordCommand).rejects(new InvalidParameterException(refusal));
  await expect(setPassword("ann", "Correct Horse 7 ")).rejects.toMatchObject({ field: "password" });
});

test("dropping a missing authenticator succeeds, and any other failure is thrown", async () => {
  cognito.on(AdminDeleteSoftwareTokenCommand).rejects(new ResourceNotFoundException(refusal));
  cognito.on(AdminSetUserMFAPreferenceCommand).rejects(new InvalidParameterException(refusal));
  await dropSecondFactor("ann", "pool");
  expect(cognito.calls()).toHaveLength(2);
  cognito.on(AdminDeleteSoftwareTokenCommand).rejects(new TooManyRequestsException(refusal));
  await expect(dropSecondFactor("ann", "pool")).rejects.toThrow(TooManyRequestsException);
});
