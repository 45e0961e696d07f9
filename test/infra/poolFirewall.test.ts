import { expect, it } from "vitest";
import { STAGES } from "../../infra/names.ts";
import { SELF_SERVICE, TRIED, TRIES, TRIES_A_NETWORK } from "../../infra/poolFirewall.ts";
import { ofType, one, synthesize } from "./synthesized.ts";

it("the pool's firewall is not in dev, whose month costs at most 5 dollars, but in the local stack, which runs dev", () => {
  expect(ofType(synthesize({ stage: "dev" }).data, "AWS::WAFv2::WebACL")).toEqual([]);
  expect(ofType(synthesize({ stage: "dev", poolFirewall: "true" }).data, "AWS::WAFv2::WebACL")).toHaveLength(
    1,
  );
});

it.each(STAGES.filter((stage) => stage !== "dev"))(
  "the pool's firewall stands before the user pool of %s, in its region",
  (stage) => {
    const { data } = synthesize({ stage });
    const acl = one(data, "AWS::WAFv2::WebACL").Properties;
    expect(acl.Scope).toBe("REGIONAL");
    expect(acl.DefaultAction).toEqual({ Allow: {} });
    const { ResourceArn } = one(data, "AWS::WAFv2::WebACLAssociation").Properties;
    expect(ResourceArn).toEqual({ "Fn::GetAtt": ["UserPool", "Arn"] });
  },
);

it("the pool's firewall lets nothing through that changes an account by its token alone", () => {
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

it("the pool's firewall compares only headers that Cognito is said to hand to a firewall: the operation and the agent", () => {
  const rules = JSON.stringify(
    one(synthesize({ stage: "prod" }).data, "AWS::WAFv2::WebACL").Properties.Rules,
  );
  const headers = [...rules.matchAll(/"(?:SingleHeader|Header)":\{"Name":"([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect([...new Set(headers)].sort()).toEqual(["user-agent", "x-amzn-cognito-operation-name"]);
});

it("limits how often one address may sign up, sign in and try codes, each for itself", () => {
  const { data } = synthesize({ stage: "prod" });
  const [first, rate] = one(data, "AWS::WAFv2::WebACL").Properties.Rules;
  // What is refused altogether does not count.
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

it("limits how often one network may: many rented addresses count as one, and renewals do not", () => {
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

it("one pool signs customers in with passwords of its own alone: no other provider to merge with", () => {
  const { data } = synthesize();
  expect(ofType(data, "AWS::Cognito::UserPoolIdentityProvider")).toEqual([]);
  const clients = ofType(data, "AWS::Cognito::UserPoolClient");
  expect(clients.length).toBeGreaterThan(0);
  for (const [id, { Properties }] of clients)
    expect(Properties.SupportedIdentityProviders, id).toEqual(["COGNITO"]);
});
