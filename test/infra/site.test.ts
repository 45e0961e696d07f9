import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CONSENT_HEADER } from "#shared/referrals/linkConsent.ts";
import { contentSecurityPolicy } from "../../infra/headers.ts";
import { one, synthesize, text } from "./synthesized.ts";

const { site } = synthesize();
const distribution = one(site, "AWS::CloudFront::Distribution").Properties.DistributionConfig;
const headers = one(site, "AWS::CloudFront::ResponseHeadersPolicy").Properties.ResponseHeadersPolicyConfig;
const behaviors = [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors];
const behavior = (pattern: string) =>
  distribution.CacheBehaviors.find((one: { PathPattern: string }) => one.PathPattern === pattern);
const origin = (id: string) => distribution.Origins.find((one: { Id: string }) => one.Id === id);

it("CloudFront logs no cookies, because they contain sessions", () => {
  expect(distribution.Logging.IncludeCookies).toBe(false);
});

describe("the Content-Security-Policy", () => {
  const policy = text(headers.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);
  const directives = new Map(
    policy.split("; ").map((line) => [line.split(" ")[0], line.split(" ").slice(1)]),
  );

  it("allows no inline code, no evaluation and no wildcard", () => {
    expect(policy).not.toMatch(/unsafe|\*|nonce|data:(?!;)script/);
    expect(directives.get("script-src")).toEqual(["'self'"]);
    expect(directives.get("style-src")).toEqual(["'self'"]);
  });

  it.each(["default-src", "frame-ancestors", "base-uri", "object-src"])("sets %s to 'none'", (directive) => {
    expect(directives.get(directive)).toEqual(["'none'"]);
  });

  it("lets a page play only a film of its own site, and only if there is one", () => {
    const film = { poster: "poster.webp" };
    const address = "https://films.example/1";
    expect(contentSecurityPolicy(null)).not.toContain("media-src");
    expect(contentSecurityPolicy({ ...film, address })).not.toMatch(/media-src|films/);
    expect(contentSecurityPolicy({ ...film, file: "film.mp4" })).toContain("; media-src 'self'; ");
  });

  it("lets a page connect only to its own site and to Cognito", () => {
    expect(directives.get("connect-src")).toEqual([
      "'self'",
      `https://cognito-idp.\${AWS::Region}.amazonaws.com`,
    ]);
  });

  it("lets forms lead only to the site and to Stripe's pages", () => {
    expect(directives.get("form-action")).toEqual([
      "'self'",
      "https://checkout.stripe.com",
      "https://billing.stripe.com",
    ]);
  });
});

it("the site sends the security headers with every answer", () => {
  expect(headers.SecurityHeadersConfig).toMatchObject({
    ContentTypeOptions: { Override: true },
    FrameOptions: { FrameOption: "DENY" },
    ReferrerPolicy: { ReferrerPolicy: "strict-origin" },
    StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
  });
  for (const one of behaviors) expect(one.ResponseHeadersPolicyId).toEqual({ Ref: "SecurityHeaders" });
});

/** The request headers that functions read. */
function headersRead(): Set<string> {
  const root = path.resolve(import.meta.dirname, "../../functions");
  const sources = globSync("**/*.ts", { cwd: root }).map((file) =>
    readFileSync(path.join(root, file), "utf8"),
  );
  const named = sources.flatMap((source) =>
    [...source.matchAll(/\bheaders(?:\[(?:"([\w-]+)"|(\w+))\]|\.(\w+))/g)].map(
      ([, quoted, constant, plain]) =>
        quoted ?? plain ?? (constant === "CONSENT_HEADER" ? CONSENT_HEADER : constant),
    ),
  );
  return new Set(named.filter((name) => name !== undefined));
}

describe("the API's behavior", () => {
  const api = behavior("/backend/*");

  it("has lower precedence than the behavior of its documentation, accepts every method and refuses plain HTTP", () => {
    expect(distribution.CacheBehaviors[0]).toBe(behavior("/backend/docs*"));
    expect(distribution.CacheBehaviors[1]).toBe(api);
    expect(api.AllowedMethods).toEqual(["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"]);
    expect(api.ViewerProtocolPolicy).toBe("https-only");
  });

  it("forwards the headers that functions read, with the viewer's location and without Host", () => {
    expect(api.OriginRequestPolicyId).toEqual({ Ref: "ApiRequestPolicy" });
    const policy = one(site, "AWS::CloudFront::OriginRequestPolicy").Properties.OriginRequestPolicyConfig;
    const { HeaderBehavior, Headers } = policy.HeadersConfig;
    expect(HeaderBehavior).toBe("whitelist");
    // The cache policy forwards authorization, and CloudFront adds x-origin-secret.
    const read = new Set(
      [...headersRead()].filter((name) => !/^(authorization|x-origin-secret)$/.test(name)),
    );
    expect(new Set(Headers.map((name: string) => name.toLowerCase()))).toEqual(read);
    expect(Headers.length).toBeLessThanOrEqual(10);
    expect([policy.CookiesConfig.CookieBehavior, policy.QueryStringsConfig.QueryStringBehavior]).toEqual([
      "all",
      "all",
    ]);
  });

  it("caches an answer only if the API asks for it, and then for at most a second", () => {
    expect(api.CachePolicyId).toEqual({ Ref: "ApiCachePolicy" });
    const policy = one(site, "AWS::CloudFront::CachePolicy").Properties.CachePolicyConfig;
    expect(policy).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 1 });
    expect(policy.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig.Headers).toEqual(["Authorization"]);
  });

  it("sends the secret by which functions recognize CloudFront, in the version that the deployment names", () => {
    const [header, ...others] = origin(api.TargetOriginId).OriginCustomHeaders;
    expect(header.HeaderName).toBe("x-origin-secret");
    expect(text(header.HeaderValue)).toBe(
      `{{resolve:secretsmanager:${BRAND.slug}/dev/origin:SecretString:::\${OriginSent}}}`,
    );
    expect(others).toEqual([]);
    expect(site.Parameters?.OriginSent).toMatchObject({
      Type: "AWS::SSM::Parameter::Value<String>",
      Default: `/${BRAND.slug}/dev/origin-sent`,
    });
  });

  it("reaches the gateway over TLS 1.2, without an additional path", () => {
    const target = origin(api.TargetOriginId);
    expect(text(target.DomainName)).toBe(`\${Api}.execute-api.\${AWS::Region}.amazonaws.com`);
    expect(target.OriginPath).toBeUndefined();
    expect(target.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: "https-only",
      OriginSSLProtocols: ["TLSv1.2"],
    });
  });
});

it("CloudFront sends affiliate links to the API, below the API's stage, with the API's cache policy", () => {
  const links = behavior("/r/*");
  const target = origin(links.TargetOriginId);
  expect(target).toEqual({ ...origin("api"), Id: "links", OriginPath: "/backend" });
  expect(links).toMatchObject({
    AllowedMethods: ["GET", "HEAD"],
    CachePolicyId: { Ref: "ApiCachePolicy" },
    OriginRequestPolicyId: { Ref: "ApiRequestPolicy" },
  });
});

it("CloudFront reads buckets with its own identity", () => {
  for (const one of [distribution.DefaultCacheBehavior, behavior("/downloads/*")])
    expect(origin(one.TargetOriginId).OriginAccessControlId).toEqual({ Ref: "BucketAccess" });
});

it("CloudFront caches no error of the API and replaces none with a page", () => {
  expect(distribution.CustomErrorResponses).toEqual(
    [404, 500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
  );
});

it("CloudFront blocks the countries where the shop may not sell", () => {
  expect(distribution.Restrictions.GeoRestriction).toEqual({
    RestrictionType: "blacklist",
    Locations: ["CU", "IR", "KP"],
  });
});

it("CloudFront runs the pages function only for the site and the API's documentation", () => {
  const { PathPattern, ...docs } = behavior("/backend/docs*");
  expect(docs).toEqual(distribution.DefaultCacheBehavior);
  expect(behaviors.filter((one) => one.FunctionAssociations !== undefined)).toHaveLength(2);
});

it("the site's stack publishes the site's address for the other stacks and the deployment", () => {
  expect(site.Resources.SiteUrlParameter?.Properties.Name).toBe(`/${BRAND.slug}/dev/site-url`);
  expect(text(site.Resources.SiteUrlParameter?.Properties.Value)).toBe(`https://\${Distribution.DomainName}`);
});

describe("the site with its own domain", () => {
  const certificate = "arn:aws:acm:us-east-1:123456789012:certificate/1";

  it("answers at the domain, with TLS 1.2 or later", () => {
    const { site: own } = synthesize({ domain: "shop.example.com", certificate });
    const { Aliases, ViewerCertificate } = one(own, "AWS::CloudFront::Distribution").Properties
      .DistributionConfig;
    expect(Aliases).toEqual(["shop.example.com"]);
    expect(ViewerCertificate).toMatchObject({
      MinimumProtocolVersion: "TLSv1.2_2021",
      AcmCertificateArn: certificate,
    });
    expect(own.Resources.SiteUrlParameter?.Properties.Value).toBe("https://shop.example.com");
  });

  it.each([
    [{ domain: "https://shop.example.com", certificate }, /"https:\/\/shop.example.com" is not a host name/],
    [{ domain: "shop.example.com" }, /The certificate undefined is not an ARN .* us-east-1/],
    [{ certificate }, /The domain undefined is not a host name/],
    [
      { domain: "shop.example.com", certificate: certificate.replace("us-east-1", "eu-west-1") },
      /eu-west-1.* is not an ARN of Certificate Manager in us-east-1/,
    ],
  ])("is not synthesized with %j", (context, sentence) => {
    expect(() => synthesize(context)).toThrow(sentence);
  });
});
