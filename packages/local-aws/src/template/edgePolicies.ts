import * as z from "zod/mini";
import { TemplateError } from "./errors.ts";
import { read } from "./properties.ts";
import type { Resolver, Resource } from "./resolver.ts";

/** The parts of a request that a cache policy or an origin request policy forwards. */
export type Forwarding = {
  headers: "none" | "all" | "allExceptHost";
  /** Lower case. */
  named: string[];
  query: boolean;
  cookies: boolean;
};

export type EdgePolicies = {
  cache: Map<string, Forwarding>;
  originRequest: Map<string, Forwarding>;
  responseHeaders: Map<string, Record<string, string>>;
};

const NOTHING: Forwarding = { headers: "none", named: [], query: false, cookies: false };

/** Amazon's managed policies, by their documented ids. */
const MANAGED_CACHE: readonly (readonly [string, Forwarding])[] = [
  ["658327ea-f89d-4fab-a63d-7e88639e58f6", NOTHING],
  ["4135ea2d-6df8-44a3-9df3-4b5a84be39ad", NOTHING],
];
const MANAGED_ORIGIN_REQUEST: readonly (readonly [string, Forwarding])[] = [
  [
    "b689b0a8-53d0-40ab-baf2-68738e2966ac",
    { headers: "allExceptHost", named: [], query: true, cookies: true },
  ],
  ["216adef6-5c7f-47e4-b989-5492eafa07d3", { headers: "all", named: [], query: true, cookies: true }],
];

export function readEdgePolicies(resolver: Resolver): EdgePolicies {
  return {
    cache: new Map([
      ...MANAGED_CACHE,
      ...resolver
        .ofType("AWS::CloudFront::CachePolicy")
        .map((one) => [one.identity.ref, cachePolicy(one)] as const),
    ]),
    originRequest: new Map([
      ...MANAGED_ORIGIN_REQUEST,
      ...resolver
        .ofType("AWS::CloudFront::OriginRequestPolicy")
        .map((one) => [one.identity.ref, originRequestPolicy(one)] as const),
    ]),
    responseHeaders: new Map(
      resolver
        .ofType("AWS::CloudFront::ResponseHeadersPolicy")
        .map((one) => [one.identity.ref, responseHeaders(one)] as const),
    ),
  };
}

const Headers = z.object({
  HeaderBehavior: z.enum(["none", "whitelist", "allViewer", "allViewerAndWhitelistCloudFront", "allExcept"]),
  Headers: z._default(z.array(z.string()), []),
});
const Cookies = z.object({ CookieBehavior: z.enum(["none", "all"]) });
const Query = z.object({ QueryStringBehavior: z.enum(["none", "all"]) });

/** Headers that CloudFront refuses in a cache key. Source: its guide, "Add CloudFront request headers". */
const NOT_IN_KEY = /^cloudfront-viewer-(address|asn|tls|ja3-fingerprint|ja4-fingerprint)$/i;

function cachePolicy(resource: Resource): Forwarding {
  const parameters = read(resource, {
    CachePolicyConfig: z.object({
      ParametersInCacheKeyAndForwardedToOrigin: z.object({
        HeadersConfig: Headers,
        CookiesConfig: Cookies,
        QueryStringsConfig: Query,
      }),
    }),
  }).CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin;
  const refused = parameters.HeadersConfig.Headers.find((name) => NOT_IN_KEY.test(name));
  if (refused !== undefined)
    throw new TemplateError(
      resource.place("CachePolicyConfig"),
      `CloudFront allows ${refused} only in an origin request policy`,
    );
  return forwarding(resource, parameters);
}

function originRequestPolicy(resource: Resource): Forwarding {
  const config = read(resource, {
    OriginRequestPolicyConfig: z.object({
      HeadersConfig: Headers,
      CookiesConfig: Cookies,
      QueryStringsConfig: Query,
    }),
  }).OriginRequestPolicyConfig;
  return forwarding(resource, config);
}

function forwarding(
  resource: Resource,
  config: {
    HeadersConfig: z.output<typeof Headers>;
    CookiesConfig: z.output<typeof Cookies>;
    QueryStringsConfig: z.output<typeof Query>;
  },
): Forwarding {
  const named = config.HeadersConfig.Headers.map((name) => name.toLowerCase());
  const rest = {
    query: config.QueryStringsConfig.QueryStringBehavior === "all",
    cookies: config.CookiesConfig.CookieBehavior === "all",
  };
  switch (config.HeadersConfig.HeaderBehavior) {
    case "none":
      return { headers: "none", named: [], ...rest };
    case "whitelist":
      return { headers: "none", named, ...rest };
    case "allViewer":
      return { headers: "all", named: [], ...rest };
    case "allViewerAndWhitelistCloudFront":
      return { headers: "all", named, ...rest };
    case "allExcept":
      if (named.length === 1 && named[0] === "host") return { headers: "allExceptHost", named: [], ...rest };
      throw new TemplateError(resource.place("HeadersConfig"), "only the exception Host is supported here");
  }
}

const Overridden = z.object({ Override: z.boolean() });

function responseHeaders(resource: Resource): Record<string, string> {
  const config = read(resource, {
    ResponseHeadersPolicyConfig: z.object({
      SecurityHeadersConfig: z.optional(
        z.object({
          ContentSecurityPolicy: z.optional(z.object({ ContentSecurityPolicy: z.string() })),
          ContentTypeOptions: z.optional(Overridden),
          FrameOptions: z.optional(z.object({ FrameOption: z.string() })),
          ReferrerPolicy: z.optional(z.object({ ReferrerPolicy: z.string() })),
          StrictTransportSecurity: z.optional(
            z.object({
              AccessControlMaxAgeSec: z.number(),
              IncludeSubdomains: z.optional(z.boolean()),
              Preload: z.optional(z.boolean()),
            }),
          ),
        }),
      ),
      CustomHeadersConfig: z.optional(
        z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) }),
      ),
    }),
  }).ResponseHeadersPolicyConfig;
  const security = config.SecurityHeadersConfig;
  const transport = security?.StrictTransportSecurity;
  const headers: Record<string, string | undefined> = {
    "content-security-policy": security?.ContentSecurityPolicy?.ContentSecurityPolicy,
    "x-content-type-options": security?.ContentTypeOptions === undefined ? undefined : "nosniff",
    "x-frame-options": security?.FrameOptions?.FrameOption,
    "referrer-policy": security?.ReferrerPolicy?.ReferrerPolicy,
    "strict-transport-security":
      transport === undefined
        ? undefined
        : `max-age=${transport.AccessControlMaxAgeSec}${transport.IncludeSubdomains ? "; includeSubDomains" : ""}${transport.Preload ? "; preload" : ""}`,
  };
  for (const item of config.CustomHeadersConfig?.Items ?? []) headers[item.Header.toLowerCase()] = item.Value;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
