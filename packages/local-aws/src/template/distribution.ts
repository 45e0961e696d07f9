import * as z from "zod/mini";
import { type EdgePolicies, type Forwarding, readEdgePolicies } from "./edgePolicies.ts";
import { inside, type Place, TemplateError } from "./errors.ts";
import type { DistributionModel } from "./model.ts";
import { read } from "./properties.ts";
import type { Resolver } from "./resolver.ts";

const Behavior = z.object({
  PathPattern: z._default(z.string(), "*"),
  TargetOriginId: z.string(),
  AllowedMethods: z._default(z.array(z.string()), ["GET", "HEAD"]),
  Compress: z._default(z.boolean(), false),
  CachePolicyId: z.optional(z.string()),
  OriginRequestPolicyId: z.optional(z.string()),
  ResponseHeadersPolicyId: z.optional(z.string()),
  FunctionAssociations: z._default(
    z.array(z.object({ EventType: z.enum(["viewer-request", "viewer-response"]), FunctionARN: z.string() })),
    [],
  ),
  LambdaFunctionAssociations: z._default(z.array(z.unknown()), []),
});
type Behavior = z.output<typeof Behavior>;

const Config = z.object({
  DefaultRootObject: z.optional(z.string()),
  DefaultCacheBehavior: Behavior,
  CacheBehaviors: z._default(z.array(Behavior), []),
  // The caching time of errors is ignored, because nothing is cached.
  CustomErrorResponses: z._default(z.array(z.object({ ResponsePagePath: z.optional(z.string()) })), []),
  Origins: z.array(
    z.object({
      Id: z.string(),
      DomainName: z.string(),
      OriginPath: z._default(z.string(), ""),
      OriginCustomHeaders: z._default(
        z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })),
        [],
      ),
    }),
  ),
});
type Config = z.output<typeof Config>;

export function readDistribution(resolver: Resolver): DistributionModel | null {
  const distributions = resolver.ofType("AWS::CloudFront::Distribution");
  const [resource] = distributions;
  if (resource === undefined) return null;
  if (distributions.length > 1) {
    throw new Error(`The template has ${distributions.length} distributions; the local stack serves one`);
  }
  const { DistributionConfig: config } = read(resource, { DistributionConfig: Config });
  const place = resource.place("DistributionConfig");
  if (config.CustomErrorResponses.some((one) => one.ResponsePagePath !== undefined)) {
    throw new TemplateError(
      inside(place, "CustomErrorResponses"),
      "would also replace the API's errors; use a viewer-request function on the site's behavior",
    );
  }
  const policies = readEdgePolicies(resolver);
  const functions = new Map(
    resolver
      .ofType("AWS::CloudFront::Function")
      .map((one) => [one.identity.ref, read(one, { FunctionCode: z.string() }).FunctionCode]),
  );
  const listed = listedBuckets(resolver);
  const buckets = new Map(
    resolver
      .ofType("AWS::S3::Bucket")
      .flatMap(({ identity }) =>
        [identity.attributes.DomainName, identity.attributes.RegionalDomainName].map(
          (domain) => [domain ?? "", { bucket: identity.ref, listed: listed.has(identity.ref) }] as const,
        ),
      ),
  );
  const describe = (behavior: Behavior, index: string): DistributionModel["behaviors"][number] => {
    const at = inside(place, index);
    return {
      pattern: behavior.PathPattern,
      ...originOf(config, behavior, buckets, at),
      viewerRequest: edgeFunction(behavior, "viewer-request", functions, at),
      viewerResponse: edgeFunction(behavior, "viewer-response", functions, at),
      ...edgeOf(policies, behavior, at),
      methods: behavior.AllowedMethods,
      compress: behavior.Compress,
    };
  };
  return {
    defaultRootObject: config.DefaultRootObject || null,
    behaviors: [
      ...config.CacheBehaviors.map((behavior, index) => describe(behavior, `CacheBehaviors.${index}`)),
      describe({ ...config.DefaultCacheBehavior, PathPattern: "*" }, "DefaultCacheBehavior"),
    ],
  };
}

const BucketPolicy = z.object({
  Bucket: z.string(),
  PolicyDocument: z.object({ Statement: z.array(z.object({ Effect: z.string(), Action: z.unknown() })) }),
});

/** Buckets that a policy lets CloudFront list. */
function listedBuckets(resolver: Resolver): Set<string> {
  return new Set(
    resolver
      .ofType("AWS::S3::BucketPolicy")
      .map((one) => read(one, BucketPolicy.shape))
      .filter(({ PolicyDocument }) =>
        PolicyDocument.Statement.some(
          ({ Effect, Action }) => Effect === "Allow" && [Action].flat().includes("s3:ListBucket"),
        ),
      )
      .map(({ Bucket }) => Bucket),
  );
}

type Origin = Pick<DistributionModel["behaviors"][number], "origin" | "originHeaders" | "originPath">;

type Buckets = Map<string, { bucket: string; listed: boolean }>;

function originOf(config: Config, behavior: Behavior, buckets: Buckets, place: Place): Origin {
  const origin = config.Origins.find((one) => one.Id === behavior.TargetOriginId);
  if (origin === undefined) throw new TemplateError(place, `there is no origin ${behavior.TargetOriginId}`);
  const originPath = origin.OriginPath;
  const originHeaders = Object.fromEntries(
    origin.OriginCustomHeaders.map((header) => [header.HeaderName.toLowerCase(), header.HeaderValue]),
  );
  const bucket = buckets.get(origin.DomainName);
  if (bucket !== undefined) {
    if (originPath !== "") throw new TemplateError(place, "an OriginPath is supported only for the API");
    return { origin: { kind: "bucket", ...bucket }, originHeaders, originPath };
  }
  if (/\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/.test(origin.DomainName)) {
    return { origin: { kind: "api" }, originHeaders, originPath };
  }
  throw new TemplateError(place, `${origin.DomainName} is neither a bucket nor an HTTP API of this app`);
}

type EventType = Behavior["FunctionAssociations"][number]["EventType"];

function edgeFunction(
  behavior: Behavior,
  eventType: EventType,
  functions: Map<string, string>,
  place: Place,
): string | null {
  if (behavior.LambdaFunctionAssociations.length > 0)
    throw new TemplateError(place, "the local stack runs only CloudFront Functions");
  const association = behavior.FunctionAssociations.find((one) => one.EventType === eventType);
  if (association === undefined) return null;
  const code = functions.get(association.FunctionARN);
  if (code === undefined) throw new TemplateError(place, `there is no function ${association.FunctionARN}`);
  return code;
}

type Edge = Pick<DistributionModel["behaviors"][number], "forwards" | "forwardedHeaders" | "responseHeaders">;

function edgeOf(policies: EdgePolicies, behavior: Behavior, place: Place): Edge {
  const named = (kind: "cache" | "originRequest", id: string | undefined): Forwarding[] => {
    if (id === undefined) return [];
    const policy = policies[kind].get(id);
    if (policy === undefined) throw new TemplateError(place, `the policy ${id} is not known here`);
    return [policy];
  };
  const forwardings = [
    ...named("cache", behavior.CachePolicyId),
    ...named("originRequest", behavior.OriginRequestPolicyId),
  ];
  const headersId = behavior.ResponseHeadersPolicyId;
  const responseHeaders = headersId === undefined ? {} : policies.responseHeaders.get(headersId);
  if (responseHeaders === undefined)
    throw new TemplateError(place, `the policy ${headersId} is not known here`);
  return {
    forwards: {
      headers: forwardings.map((one) => one.headers).find((headers) => headers !== "none") ?? "none",
      query: forwardings.some((one) => one.query),
      cookies: forwardings.some((one) => one.cookies),
    },
    forwardedHeaders: [...new Set(forwardings.flatMap((one) => one.named))],
    responseHeaders,
  };
}
