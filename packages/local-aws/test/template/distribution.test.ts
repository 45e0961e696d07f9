import { describe, expect, it } from "vitest";
import { read, SMALLEST } from "./app.ts";

const CACHE_POLICY = {
  Type: "AWS::CloudFront::CachePolicy",
  Properties: {
    CachePolicyConfig: {
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: {
          HeaderBehavior: "whitelist",
          Headers: ["Authorization", "CloudFront-Viewer-Country"],
        },
        CookiesConfig: { CookieBehavior: "none" },
        QueryStringsConfig: { QueryStringBehavior: "all" },
      },
    },
  },
};

const HEADERS_POLICY = {
  Type: "AWS::CloudFront::ResponseHeadersPolicy",
  Properties: {
    ResponseHeadersPolicyConfig: {
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'", Override: true },
        ContentTypeOptions: { Override: true },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Override: true },
      },
      CustomHeadersConfig: { Items: [{ Header: "Permissions-Policy", Value: "camera=()", Override: true }] },
    },
  },
};

const config = {
  DefaultCacheBehavior: {
    TargetOriginId: "site",
    FunctionAssociations: [
      { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["Pages", "FunctionARN"] } },
    ],
  },
  CacheBehaviors: [
    {
      PathPattern: "/backend/*",
      TargetOriginId: "api",
      AllowedMethods: ["GET", "POST"],
      Compress: true,
      CachePolicyId: { Ref: "Cache" },
      OriginRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
      ResponseHeadersPolicyId: { Ref: "Headers" },
    },
  ],
  Origins: [
    { Id: "site", DomainName: { "Fn::GetAtt": ["SiteBucket", "RegionalDomainName"] } },
    {
      Id: "api",
      DomainName: {
        "Fn::Join": [".", [{ Ref: "Api" }, "execute-api", { Ref: "AWS::Region" }, "amazonaws.com"]],
      },
      OriginCustomHeaders: [
        { HeaderName: "X-Origin-Secret", HeaderValue: "{{resolve:secretsmanager:shop/origin}}" },
      ],
    },
  ],
};

const resources = (changed: Record<string, unknown> = {}) => ({
  Cache: CACHE_POLICY,
  Headers: HEADERS_POLICY,
  Pages: { Type: "AWS::CloudFront::Function", Properties: { FunctionCode: "function handler() {}" } },
  Distribution: {
    Type: "AWS::CloudFront::Distribution",
    Properties: { DistributionConfig: { ...config, ...changed } },
  },
});

it("a cache policy cannot name the viewer's address, as at CloudFront", () => {
  const policy = structuredClone(CACHE_POLICY);
  policy.Properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig.Headers = [
    "CloudFront-Viewer-Address",
  ];
  expect(() => read({ ...resources(), Cache: policy })).toThrow(/only in an origin request policy/);
});

describe("the distribution", () => {
  it("has its behaviors in order, with the default one last", () => {
    const behaviors = read(resources()).distribution?.behaviors ?? [];
    expect(behaviors.map(({ pattern }) => pattern)).toEqual(["/backend/*", "*"]);
    expect(behaviors[1]).toMatchObject({
      origin: { kind: "bucket", bucket: "the-site" },
      viewerRequest: "function handler() {}",
      methods: ["GET", "HEAD"],
    });
  });

  it("forwards the parts that either of a behavior's policies names", () => {
    expect(read(resources()).distribution?.behaviors[0]).toMatchObject({
      origin: { kind: "api" },
      originHeaders: { "x-origin-secret": "hidden" },
      forwards: { headers: "allExceptHost", query: true, cookies: true },
      forwardedHeaders: ["authorization", "cloudfront-viewer-country"],
      compress: true,
    });
  });

  it("adds the response headers of its policy", () => {
    expect(read(resources()).distribution?.behaviors[0]?.responseHeaders).toEqual({
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=60; includeSubDomains",
      "permissions-policy": "camera=()",
    });
  });

  it("refuses an origin outside the app", () => {
    const [site, api] = config.Origins;
    const changed = resources({ Origins: [site, { ...api, DomainName: "elsewhere.example" }] });
    expect(() => read(changed)).toThrow(/elsewhere.example is neither a bucket nor an HTTP API/);
  });

  it("ignores the caching time of errors", () => {
    const changed = resources({ CustomErrorResponses: [{ ErrorCode: 500, ErrorCachingMinTTL: 0 }] });
    expect(read(changed).distribution?.behaviors).toEqual(read(resources()).distribution?.behaviors);
  });

  it("refuses an unknown policy", () => {
    const behaviors = [
      { ...config.CacheBehaviors[0], CachePolicyId: "00000000-0000-0000-0000-000000000000" },
    ];
    expect(() => read(resources({ CacheBehaviors: behaviors }))).toThrow(
      /CacheBehaviors.0: the policy 00000000-0000-0000-0000-000000000000 is not known here/,
    );
  });

  it("cannot exist twice in one app", () => {
    const { Distribution: second } = SMALLEST;
    expect(() => read({ ...resources(), ...(second && { Second: second }) })).toThrow(/has 2 distributions/);
  });
});
