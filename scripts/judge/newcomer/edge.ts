import vm from "node:vm";
import {
  type CacheBehavior,
  type DefaultCacheBehavior,
  type DistributionConfig,
  GetDistributionCommand,
} from "@aws-sdk/client-cloudfront";
import * as z from "zod/mini";
import type { Aws } from "../../aws/aws.ts";

export type Routed =
  | { readonly redirect: string }
  /** The viewer-request function's own answer. */
  | { readonly made: z.output<typeof MadeAnswer> }
  | {
      readonly host: string;
      readonly url: string;
      readonly added: Readonly<Record<string, string>>;
      /** Headers of the answer; they replace the origin's. */
      readonly answered: Readonly<Record<string, string>>;
      /** The status that the viewer-response function returns for the origin's status. */
      readonly status: (answered: number) => number;
      /** Whether the origin is a bucket, which only the fake's own CloudFront may read. */
      readonly isBucket: boolean;
    };

type Behavior = CacheBehavior | DefaultCacheBehavior;
export type Viewer = { readonly url: string; readonly isTls: boolean; readonly address: string };

/**
 * Reads the deployed distribution and applies its functions, headers and redirects, which the fake's CloudFront lacks.
 * @throws if the distribution does not exist
 */
export async function openEdge(aws: Aws, siteStack: string, distributionId: string) {
  const client = aws.clients().cloudFront();
  const { Distribution } = await client.send(new GetDistributionCommand({ Id: distributionId }));
  const config = Distribution?.DistributionConfig;
  const domain = Distribution?.DomainName;
  if (config === undefined || domain === undefined)
    throw new Error(`There is no distribution ${distributionId}.`);
  const { headers, forwarded, requestFunction, statusFunction } = await deployedSite(aws, siteStack);
  return {
    domain,
    async route({ url, isTls, address }: Viewer): Promise<Routed> {
      const behavior = behaviorOf(config, url);
      if (!isTls && behavior.ViewerProtocolPolicy === "redirect-to-https")
        return { redirect: `https://${domain}${url}` };
      const origin = config.Origins?.Items?.find(({ Id }) => Id === behavior.TargetOriginId);
      if (origin === undefined) throw new Error(`${url} has no origin.`);
      const hasFunction = (behavior.FunctionAssociations?.Quantity ?? 0) > 0;
      const seen = hasFunction ? requestSeen(requestFunction, url) : { url };
      if ("made" in seen) return seen;
      const isBucket = origin.S3OriginConfig !== undefined;
      const viewer: Record<string, string> = {
        "cloudfront-viewer-address": `${address}:40000`,
        "cloudfront-viewer-country": "NL",
      };
      return {
        host: isBucket ? domain : (origin.DomainName ?? ""),
        url: `${isBucket ? "" : (origin.OriginPath ?? "")}${seen.url}`,
        added: {
          ...(isBucket
            ? {}
            : Object.fromEntries(Object.entries(viewer).filter(([name]) => forwarded.includes(name)))),
          ...Object.fromEntries(
            (origin.CustomHeaders?.Items ?? []).map(({ HeaderName = "", HeaderValue = "" }) => [
              HeaderName,
              HeaderValue,
            ]),
          ),
        },
        answered: behavior.ResponseHeadersPolicyId === undefined ? {} : headers,
        status: hasFunction
          ? (answered) => statusSeen(statusFunction, seen.url, answered)
          : (answered) => answered,
        isBucket,
      };
    },
  };
}
export type Edge = Awaited<ReturnType<typeof openEdge>>;

function behaviorOf(config: DistributionConfig, url: string): Behavior {
  const [path = "/"] = url.split("?");
  const matches = ({ PathPattern = "" }: CacheBehavior) =>
    new RegExp(`^${PathPattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(path);
  const behavior = config.CacheBehaviors?.Items?.find(matches) ?? config.DefaultCacheBehavior;
  if (behavior === undefined) throw new Error("The distribution has no default behavior.");
  return behavior;
}

const MadeAnswer = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.object({ value: z.string() })),
  body: z.object({ data: z.string() }),
});

/** Runs the deployed viewer-request function, which rewrites the request or answers it. */
function requestSeen(code: string, url: string): { url: string } | { made: z.output<typeof MadeAnswer> } {
  const [uri, ...query] = url.split("?");
  const result = run(code, { request: { uri } });
  const made = z.safeParse(MadeAnswer, result);
  if (made.success) return { made: made.data };
  return { url: [z.parse(z.object({ uri: z.string() }), result).uri, ...query].join("?") };
}

function statusSeen(code: string, url: string, statusCode: number): number {
  const [uri] = url.split("?");
  const result = run(code, { request: { uri }, response: { statusCode } });
  return z.parse(z.object({ statusCode: z.number() }), result).statusCode;
}

const run = (code: string, event: object): unknown =>
  JSON.parse(String(vm.runInNewContext(`${code}\nJSON.stringify(handler(${JSON.stringify(event)}))`, {})));

const Text = z.union([z.string(), z.object({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) })]);
const EdgeFunction = z.object({ Properties: z.object({ FunctionCode: z.string() }) });
const SiteTemplate = z.object({
  Resources: z.object({
    ApiRequestPolicy: z.object({
      Properties: z.object({
        OriginRequestPolicyConfig: z.object({ HeadersConfig: z.object({ Headers: z.array(z.string()) }) }),
      }),
    }),
    PagesFunction: EdgeFunction,
    StatusFunction: EdgeFunction,
    SecurityHeaders: z.object({
      Properties: z.object({
        ResponseHeadersPolicyConfig: z.object({
          SecurityHeadersConfig: z.object({
            ContentSecurityPolicy: z.object({ ContentSecurityPolicy: Text }),
            ContentTypeOptions: z.object({}),
            FrameOptions: z.object({ FrameOption: z.string() }),
            ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }),
            StrictTransportSecurity: z.object({ AccessControlMaxAgeSec: z.number() }),
          }),
          CustomHeadersConfig: z.object({
            Items: z.array(z.object({ Header: z.string(), Value: z.string() })),
          }),
        }),
      }),
    }),
  }),
});

type Site = {
  readonly headers: Readonly<Record<string, string>>;
  /** Request headers that reach the API, in lower case. */
  readonly forwarded: readonly string[];
  readonly requestFunction: string;
  readonly statusFunction: string;
};

/** Reads functions and headers from the template, because the fake's CloudFront does not store them. */
async function deployedSite(aws: Aws, stack: string): Promise<Site> {
  const { ApiRequestPolicy, PagesFunction, StatusFunction, SecurityHeaders } = SiteTemplate.parse(
    JSON.parse((await aws.template(stack)) ?? "{}"),
  ).Resources;
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } =
    SecurityHeaders.Properties.ResponseHeadersPolicyConfig;
  return {
    forwarded: ApiRequestPolicy.Properties.OriginRequestPolicyConfig.HeadersConfig.Headers.map((name) =>
      name.toLowerCase(),
    ),
    requestFunction: PagesFunction.Properties.FunctionCode,
    statusFunction: StatusFunction.Properties.FunctionCode,
    headers: {
      "content-security-policy": textOf(security.ContentSecurityPolicy.ContentSecurityPolicy, aws.region),
      "x-content-type-options": "nosniff",
      "x-frame-options": security.FrameOptions.FrameOption,
      "referrer-policy": security.ReferrerPolicy.ReferrerPolicy,
      "strict-transport-security": `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}`,
      ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
    },
  };
}

/** Resolves the only reference in these texts, the region. */
function textOf(text: z.output<typeof Text>, region: string): string {
  if (typeof text === "string") return text;
  const [separator, parts] = text["Fn::Join"];
  return parts.map((part) => (typeof part === "string" ? part : region)).join(separator);
}
