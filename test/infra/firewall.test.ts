import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { WARMED } from "#shared/warming.ts";
import { RATES } from "../../infra/firewall.ts";
import { build, one, synthesize } from "./synthesized.ts";

const { data, firewall, site } = synthesize({ stage: "prod" });
const { gate } = synthesize();
const root = path.resolve(import.meta.dirname, "../..");
const acl = one(firewall, "AWS::WAFv2::WebACL").Properties;
const { CacheBehaviors } = one(site, "AWS::CloudFront::Distribution").Properties.DistributionConfig;
type Rule = { Name: string; Priority: number; Statement: Record<string, unknown> };

it("the firewall has CloudFront's scope and region", () => {
  expect(acl.Scope).toBe("CLOUDFRONT");
  expect(build({ stage: "prod" }).stacks.firewall?.region).toBe("us-east-1");
});

it.each(["staging", "prod"])("the firewall protects CloudFront at stage %s", (stage) => {
  const { site: before } = synthesize({ stage });
  const { DistributionConfig } = one(before, "AWS::CloudFront::Distribution").Properties;
  expect(DistributionConfig.WebACLId).toEqual({ Ref: "FirewallArn" });
});

it("logs with full IP addresses are kept as the privacy page says: the firewall's for a year, CloudFront's for 90 days", () => {
  expect(one(firewall, "AWS::Logs::LogGroup").Properties.RetentionInDays).toBe(365);
  const { Rules } = data.Resources.LogBucket?.Properties.LifecycleConfiguration ?? {};
  expect(Rules).toContainEqual({ Id: "expire", Status: "Enabled", ExpirationInDays: 90 });
});

it("stage dev has no firewall", () => {
  const dev = synthesize({ stage: "dev" });
  expect(dev.firewall.Resources).toEqual({});
  expect(JSON.stringify(dev)).not.toContain("firewall-arn");
  expect(JSON.stringify(dev)).not.toContain("WebACLId");
});

it("the firewall checks Amazon's list of attackers first, and then the rates in their order", () => {
  const rules: Rule[] = acl.Rules;
  expect(rules.map(({ Priority }) => Priority)).toEqual(rules.map((_, index) => index));
  expect(rules.map(({ Name }) => Name)).toEqual([
    "AWSManagedRulesAmazonIpReputationList",
    ...RATES.map(({ id }) => `rate-${id}`),
  ]);
});

it("each rate has a comment about the attack that it stops, and the decision about the firewall names each rate", () => {
  const source = readFileSync(path.join(root, "infra/firewall.ts"), "utf8");
  for (const { id } of RATES)
    expect(source).toMatch(new RegExp(`\\{\n\\s+// .+\n(\\s+// .+\n)*\\s+id: "${id}"`));
  const decision = readFileSync(path.join(root, "docs/decisions/what-does-the-firewall-refuse.md"), "utf8");
  for (const { id } of RATES) expect(decision).toContain(`rate-${id}`);
});

/** The path that a viewer requests. CloudFront adds the API's stage to a link only after the firewall. */
function asked(path: string): string {
  const links = CacheBehaviors.find((one: { TargetOriginId: string }) => one.TargetOriginId === "links");
  return path.startsWith(links.PathPattern.slice(0, -1)) ? path : `/backend${path}`;
}

it("every path of the API matches two or more of the firewall's rates, the lowest first", () => {
  const limits = RATES.flatMap(({ paths, requests }) => paths.map((path) => ({ path, requests })));
  for (const { path } of Object.values(ENDPOINTS)) {
    const matching = limits.filter((one) => asked(path).startsWith(one.path));
    expect(matching.map((one) => one.requests)).toEqual(
      matching.map((one) => one.requests).sort((a, b) => a - b),
    );
    expect(matching.length, path).toBeGreaterThanOrEqual(2);
  }
});

it("the firewall exempts only Stripe's events: from the list of attackers by path, and from the rates by path and IP address", () => {
  const [managed, ...rates]: Rule[] = acl.Rules;
  const path = (PositionalConstraint: string) => ({
    ByteMatchStatement: expect.objectContaining({
      PositionalConstraint,
      SearchString: "/backend/api/stripe/webhook",
    }),
  });
  expect(exempted(managed)).toEqual([path("STARTS_WITH")]);
  const addresses = one(firewall, "AWS::WAFv2::IPSet").Properties;
  expect(addresses).toMatchObject({ Scope: "CLOUDFRONT", IPAddressVersion: "IPV4" });
  expect(addresses.Addresses.every((range: string) => /^\d+(\.\d+){3}\/32$/.test(range))).toBe(true);
  const Arn = { "Fn::GetAtt": ["StripesAddresses", "Arn"] };
  const events = { AndStatement: { Statements: [path("EXACTLY"), { IPSetReferenceStatement: { Arn } }] } };
  expect(rates.map(exempted)).toEqual([[], [], [events], [events]]);
});

function exempted(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === "NotStatement" ? [part.Statement] : exempted(part),
  );
}

it("the firewall checks only paths and IP addresses, so a missing User-Agent, markup and a long body pass", () => {
  const statements = JSON.stringify(acl.Rules);
  expect(statements).not.toMatch(
    /"(Body|JsonBody|Headers|SingleHeader|QueryString|AllQueryArguments|Cookies)":/,
  );
  expect(
    [...statements.matchAll(/"VendorName":"AWS","Name":"(\w+)"|"Name":"(AWSManaged\w+)"/g)].length,
  ).toBeGreaterThan(0);
  expect(statements).not.toContain("CommonRuleSet");
});

it("the firewall decodes, normalizes and lowercases a path as the gateway does", () => {
  const texts = JSON.stringify(acl).match(/"TextTransformations":\[[^\]]+\]/g) ?? [];
  expect(texts.length).toBeGreaterThan(RATES.length);
  for (const text of texts)
    expect([...text.matchAll(/"Type":"(\w+)"/g)].map(([, type]) => type)).toEqual([
      "URL_DECODE",
      "NORMALIZE_PATH",
      "LOWERCASE",
    ]);
  for (const { paths } of RATES) for (const one of paths) expect(one).toBe(one.toLowerCase());
});

it("the firewall's log of refused requests contains neither tokens nor queries", () => {
  const logging = one(firewall, "AWS::WAFv2::LoggingConfiguration").Properties;
  expect(logging.RedactedFields).toEqual([
    { SingleHeader: { Name: "authorization" } },
    { SingleHeader: { Name: "cookie" } },
    { SingleHeader: { Name: "referer" } },
    { QueryString: {} },
  ]);
  expect(logging.LoggingFilter.DefaultBehavior).toBe("DROP");
});

const STARTED = Object.values(WARMED).flatMap((page) => Object.values<string>(page));

it("the gateway limits each warming OPTIONS route to 1 request a second in dev and 20 in prod", () => {
  for (const [stage, most] of [
    ["dev", 1],
    ["prod", 20],
  ] as const) {
    const settings = one(synthesize({ stage }).gate, "AWS::ApiGatewayV2::Stage").Properties.RouteSettings;
    expect(STARTED.length).toBeGreaterThan(2);
    for (const path of STARTED)
      expect(settings[`OPTIONS ${path}`]).toEqual({
        ThrottlingRateLimit: most,
        ThrottlingBurstLimit: 2 * most,
      });
    // The default covers routes without an audience's limit: the HEAD routes and the route for API keys.
    expect(
      one(synthesize({ stage }).gate, "AWS::ApiGatewayV2::Stage").Properties.DefaultRouteSettings,
    ).toEqual({
      ThrottlingRateLimit: 10 * most,
      ThrottlingBurstLimit: 20 * most,
    });
  }
});

it("the gateway limits every route by its audience", () => {
  const { RouteSettings, DefaultRouteSettings } = one(gate, "AWS::ApiGatewayV2::Stage").Properties;
  expect(Object.keys(RouteSettings).sort()).toEqual(
    [
      ...Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`),
      ...STARTED.map((path) => `OPTIONS ${path}`),
    ].sort(),
  );
  expect(RouteSettings["POST /api/seat/swap"]).toEqual({
    ThrottlingRateLimit: 50,
    ThrottlingBurstLimit: 100,
  });
  expect(RouteSettings["POST /api/admin/promotions"].ThrottlingRateLimit).toBe(10);
  expect(DefaultRouteSettings.ThrottlingRateLimit).toBe(10);
});
