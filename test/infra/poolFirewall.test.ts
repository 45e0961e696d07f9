import { expect, it } from "vitest";
import { STAGES } from "../../infra/names.ts";
import { SELF_SERVICE, TRIED, TRIES, TRIES_A_NETWORK } from "../../infra/poolFirewall.ts";
import { ofType, one, synthesize } from "./synthesized.ts";

it("dev has no firewall in front of the user pool, unless the setting poolFirewall is on", () => {
  expect(ofType(synthesize({ stage: "dev" }).data, "AWS::WAFv2::WebACL")).toEqual([]);
  expect(ofType(synthesize({ stage: "dev", poolFirewall: "true" }).data, "AWS::WAFv2::WebACL")).toHaveLength(
    1,
  );
});

it.each(STAGES.filter((stage) => stage !== "dev"))(
  "a regional firewall protects the user pool of %s",
  (stage) => {
    const { data } = synthesize({ stage });
    const acl = one(data, "AWS::WAFv2::WebACL").Properties;
    expect(acl.Scope).toBe("REGIONAL");
    expect(acl.DefaultAction).toEqual({ Allow: {} });
    const { ResourceArn } = one(data, "AWS::WAFv2::WebACLAssociation").Properties;
    expect(ResourceArn).toEqual({ "Fn::GetAtt": ["UserPool", "Arn"] });
  },
);

it("the pool's firewall blocks every operation with which an access token alone would change an account", () => {
  const changes = [
    "AssociateSoftwareToken",
    "ChangePassword",
    "DeleteUser",
    "DeleteUserAttributes",
    "GetUserAttributeVerificationCode",
    "GlobalSignOut",
    "SetUserMFAPreference",
    "UpdateUserAttributes",
    "VerifySoftwareToken",
    "VerifyUserAttribute",
  ];
  expect(changes.filter((name) => SELF_SERVICE.some((allowed) => allowed === name))).toEqual([]);
});

it("the pool's firewall reads only the two headers that Cognito passes to it: the operation and the user agent", () => {
  const rules = JSON.stringify(
    one(synthesize({ stage: "prod" }).data, "AWS::WAFv2::WebACL").Properties.Rules,
  );
  const headers = [...rules.matchAll(/"(?:SingleHeader|Header)":\{"Name":"([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect([...new Set(headers)].sort()).toEqual(["user-agent", "x-amzn-cognito-operation-name"]);
});

it("the pool's firewall limits sign-ups, sign-ins and code attempts of one IP address, each with a separate count", () => {
  const { data } = synthesize({ stage: "prod" });
  const [first, rate] = one(data, "AWS::WAFv2::WebACL").Properties.Rules;
  // The first rule blocks the operations that customers never call, so the next rule does not count those.
  expect([first.Name, first.Priority]).toEqual(["self-service", 0]);
  expect(rate).toMatchObject({ Name: "rate-tries", Priority: 1, Action: { Block: {} } });
  const { CustomKeys, Limit, EvaluationWindowSec, ScopeDownStatement } = rate.Statement.RateBasedStatement;
  expect([Limit, EvaluationWindowSec]).toEqual([TRIES, 300]);
  expect(CustomKeys).toEqual([
    { IP: {} },
    {
      Header: {
        Name: "x-amzn-cognito-operation-name",
        TextTransformations: [{ Priority: 0, Type: "NONE" }],
      },
    },
  ]);
  const counted = new RegExp(ScopeDownStatement.RegexMatchStatement.RegexString);
  for (const operation of ["SignUp", "InitiateAuth", "ForgotPassword", "ConfirmForgotPassword"])
    expect(counted.test(operation), operation).toBe(true);
  expect(TRIED.every((operation) => SELF_SERVICE.includes(operation))).toBe(true);
});

it("the pool's firewall limits a network's sign-ups, sign-ins and password resets, but not its token refreshes", () => {
  const { data } = synthesize({ stage: "prod" });
  const [, , rate] = one(data, "AWS::WAFv2::WebACL").Properties.Rules;
  expect(rate).toMatchObject({ Name: "rate-networks", Priority: 2, Action: { Block: {} } });
  const { CustomKeys, Limit, EvaluationWindowSec, ScopeDownStatement } = rate.Statement.RateBasedStatement;
  expect([Limit, EvaluationWindowSec]).toEqual([TRIES_A_NETWORK, 300]);
  expect(CustomKeys[0]).toEqual({ ASN: {} });
  expect(CustomKeys[1].Header.Name).toBe("x-amzn-cognito-operation-name");
  const counted = new RegExp(ScopeDownStatement.RegexMatchStatement.RegexString);
  for (const operation of ["SignUp", "RespondToAuthChallenge", "ForgotPassword", "ConfirmForgotPassword"])
    expect(counted.test(operation), operation).toBe(true);
  for (const operation of ["InitiateAuth", "GetTokensFromRefreshToken", "RevokeToken"])
    expect(counted.test(operation), operation).toBe(false);
});

it("the customers' pool has no identity provider other than Cognito", () => {
  const { data } = synthesize();
  expect(ofType(data, "AWS::Cognito::UserPoolIdentityProvider")).toEqual([]);
  const clients = ofType(data, "AWS::Cognito::UserPoolClient");
  expect(clients.length).toBeGreaterThan(0);
  for (const [id, { Properties }] of clients)
    expect(Properties.SupportedIdentityProviders, id).toEqual(["COGNITO"]);
});
