import { expect, it } from "vitest";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { RATES } from "../../infra/firewall.ts";
import { build, one, synthesize } from "./synthesized.ts";

const { firewall, gate, site } = synthesize();
const acl = one(firewall, "AWS::WAFv2::WebACL").Properties;
const { CacheBehaviors } = one(site, "AWS::CloudFront::Distribution").Properties.DistributionConfig;
type Rule = { Name: string; Priority: number; Statement: Record<string, unknown> };

it("is of CloudFront's kind, in the region where CloudFront looks for it", () => {
  expect(acl.Scope).toBe("CLOUDFRONT");
  expect(build().firewall.region).toBe("us-east-1");
});

it("has Amazon's lists first, then the rates, each with its own place", () => {
  const rules: Rule[] = acl.Rules;
  expect(rules.map(({ Priority }) => Priority)).toEqual(rules.map((_, index) => index));
  expect(rules.map(({ Name }) => Name)).toEqual([
    "AWSManagedRulesAmazonIpReputationList",
    "AWSManagedRulesKnownBadInputsRuleSet",
    "AWSManagedRulesCommonRuleSet",
    ...RATES.map(({ id }) => `rate-${id}`),
  ]);
});

/** What a viewer asks for: CloudFront puts the API's stage before a link, and only behind the firewall. */
function asked(path: string): string {
  const links = CacheBehaviors.find((one: { TargetOriginId: string }) => one.TargetOriginId === "links");
  return path.startsWith(links.PathPattern.slice(0, -1)) ? path : `/backend${path}`;
}

it("has a rate for every path of the API, and narrower ones for what costs more", () => {
  const limits = RATES.map(({ path, requests }) => ({ path, requests }));
  for (const { path } of Object.values(ENDPOINTS)) {
    const matching = limits.filter((one) => asked(path).startsWith(one.path));
    expect(matching.map((one) => one.requests)).toEqual(
      matching.map((one) => one.requests).sort((a, b) => a - b),
    );
    expect(matching.length).toBeGreaterThanOrEqual(2);
  }
});

it("looks away only from Stripe's events, which prove themselves by a signature", () => {
  const managed: Rule[] = acl.Rules.slice(0, 3);
  for (const { Statement } of managed)
    expect(JSON.stringify(Statement)).toContain('"SearchString":"/backend/api/stripe/webhook"');
});

it("writes down what it refused, without tokens", () => {
  const logging = one(firewall, "AWS::WAFv2::LoggingConfiguration").Properties;
  expect(logging.RedactedFields).toEqual([
    { SingleHeader: { Name: "authorization" } },
    { SingleHeader: { Name: "cookie" } },
    { QueryString: {} },
  ]);
  expect(logging.LoggingFilter.DefaultBehavior).toBe("DROP");
});

it("limits every route by the audience it is for", () => {
  const { RouteSettings, DefaultRouteSettings } = one(gate, "AWS::ApiGatewayV2::Stage").Properties;
  expect(Object.keys(RouteSettings).sort()).toEqual(
    Object.values(ENDPOINTS)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
  expect(RouteSettings["POST /api/seat/swap"]).toEqual({
    ThrottlingRateLimit: 50,
    ThrottlingBurstLimit: 100,
  });
  expect(RouteSettings["POST /api/admin/promotions"].ThrottlingRateLimit).toBe(10);
  expect(DefaultRouteSettings.ThrottlingRateLimit).toBe(100);
});
