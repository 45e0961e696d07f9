import { Aws, CfnOutput } from "aws-cdk-lib";
import {
  CfnCachePolicy,
  CfnDistribution,
  CfnFunction,
  CfnOriginAccessControl,
  CfnOriginRequestPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { BRAND } from "#shared/brand.ts";
import { CONSENT_HEADER } from "#shared/referrals/linkConsent.ts";
import {
  APP_SHELL,
  APPLICATION_PATHS,
  DASHBOARD_PATH,
  DOCS_PATH,
  FORM_PATHS,
  NOT_FOUND_PAGE,
  PRERENDERED_PATHS,
  SITE_FILES,
} from "#shared/site.ts";
import { acknowledgeNoFirewall } from "./checks.ts";
import { customDomain } from "./domain.ts";
import { API_STAGE } from "./gate.ts";
import { createGateway } from "./gateway.ts";
import { createSecurityHeaders } from "./headers.ts";
import { pagesFunction, statusFunction } from "./pages.ts";
import { publish, published } from "./parameters.ts";
import type { Scope } from "./scope.ts";
import { sentOriginSecret } from "./secrets.ts";

const ORIGIN_HEADER = "x-origin-secret";

/** AWS's managed policies; their ids are the same in every account. */
const MANAGED = {
  cachingOptimized: "658327ea-f89d-4fab-a63d-7e88639e58f6",
} as const;

const ORIGINS = { site: "site", downloads: "downloads", api: "api", links: "links" } as const;
const ALL_METHODS = ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"];

/** By default, CloudFront caches these errors for ten seconds, even if the API says no-store. */
const NEVER_KEPT = [404, 500, 502, 503, 504];

/**
 * The distribution for the site, the installers and the API. Each file of the site has its own Cache-Control, set at
 * its upload: a year for names with a hash, no caching for documents and config.json.
 */
export function createSite(scope: Scope): void {
  const { stack, stage, names, settings } = scope;
  const gateway = createGateway(scope);
  const headers = createSecurityHeaders(scope);
  const { pages, status } = createPagesFunctions(scope);
  const domain = customDomain(stack);
  const shared = {
    responseHeadersPolicyId: headers.ref,
    viewerProtocolPolicy: "redirect-to-https",
    compress: true,
  };
  const files = {
    ...shared,
    targetOriginId: ORIGINS.site,
    cachePolicyId: MANAGED.cachingOptimized,
    allowedMethods: ["GET", "HEAD"],
    functionAssociations: [
      { eventType: "viewer-request", functionArn: pages.attrFunctionArn },
      { eventType: "viewer-response", functionArn: status.attrFunctionArn },
    ],
  };
  const api = {
    domainName: gateway.domainName,
    customOriginConfig: { originProtocolPolicy: "https-only", originSslProtocols: ["TLSv1.2"] },
    originCustomHeaders: [{ headerName: ORIGIN_HEADER, headerValue: sentOriginSecret(scope) }],
  };
  const passedOn = {
    cachePolicyId: createApiCachePolicy(scope).ref,
    originRequestPolicyId: createApiRequestPolicy(scope).ref,
  };
  const distribution = new CfnDistribution(stack, "Distribution", {
    distributionConfig: {
      enabled: true,
      comment: `${BRAND.name} (${stage})`,
      httpVersion: "http2and3",
      ipv6Enabled: true,
      priceClass: "PriceClass_All",
      ...(settings.firewall ? { webAclId: published(scope, "firewall-arn") } : {}),
      restrictions: {
        geoRestriction: { restrictionType: "blacklist", locations: [...settings.blockedCountries] },
      },
      logging: {
        bucket: `${names.bucket("logs")}.s3.${Aws.REGION}.amazonaws.com`,
        prefix: "cloudfront/",
        // An operator's cookie contains the session. Queries are logged: test/rules/addresses.test.ts checks what they
        // may contain.
        includeCookies: false,
      },
      ...(domain
        ? {
            aliases: [domain.name],
            viewerCertificate: {
              acmCertificateArn: domain.certificateArn,
              sslSupportMethod: "sni-only",
              minimumProtocolVersion: "TLSv1.2_2021",
            },
          }
        : {}),
      customErrorResponses: NEVER_KEPT.map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 })),
      origins: [
        ...bucketOrigins(scope),
        { ...api, id: ORIGINS.api },
        // The same API. CloudFront adds the stage, so that links are short.
        { ...api, id: ORIGINS.links, originPath: `/${API_STAGE}` },
      ],
      defaultCacheBehavior: files,
      cacheBehaviors: [
        // Must precede the API's behavior, which also matches this path. These files are available without the API.
        { ...files, pathPattern: `${DOCS_PATH}*` },
        {
          ...shared,
          pathPattern: `/${API_STAGE}/*`,
          targetOriginId: ORIGINS.api,
          ...passedOn,
          allowedMethods: ALL_METHODS,
          // A redirect would come too late: a POST over http has already sent its token in the clear.
          viewerProtocolPolicy: "https-only",
        },
        {
          ...shared,
          pathPattern: "/r/*",
          targetOriginId: ORIGINS.links,
          ...passedOn,
          allowedMethods: ["GET", "HEAD"],
        },
        {
          ...shared,
          pathPattern: "/downloads/*",
          targetOriginId: ORIGINS.downloads,
          cachePolicyId: MANAGED.cachingOptimized,
          allowedMethods: ["GET", "HEAD"],
        },
      ],
    },
  });
  if (!settings.firewall) acknowledgeNoFirewall(distribution);
  const url = `https://${domain ? domain.name : distribution.attrDomainName}`;
  publish(scope, "site-url", url);
  publish(scope, "distribution-id", distribution.ref);
  new CfnOutput(stack, "SiteUrl", { value: url });
  // The target for a domain's DNS record, even while the site has another address.
  new CfnOutput(stack, "DistributionDomain", { value: distribution.attrDomainName });
  new CfnOutput(stack, "DistributionId", { value: distribution.ref });
}

function bucketOrigins({ stack, names }: Scope): CfnDistribution.OriginProperty[] {
  const access = new CfnOriginAccessControl(stack, "BucketAccess", {
    originAccessControlConfig: {
      name: `${names.prefix}-buckets`,
      originAccessControlOriginType: "s3",
      signingBehavior: "always",
      signingProtocol: "sigv4",
    },
  });
  return [ORIGINS.site, ORIGINS.downloads].map((purpose) => ({
    id: purpose,
    domainName: `${names.bucket(purpose)}.s3.${Aws.REGION}.amazonaws.com`,
    originAccessControlId: access.ref,
    s3OriginConfig: { originAccessIdentity: "" },
  }));
}

function createPagesFunctions({ stack, names }: Scope): { pages: CfnFunction; status: CfnFunction } {
  const site = {
    prerendered: [...PRERENDERED_PATHS, ...FORM_PATHS, DASHBOARD_PATH, DOCS_PATH],
    application: { document: APP_SHELL, paths: APPLICATION_PATHS },
    notFound: NOT_FOUND_PAGE,
    files: SITE_FILES,
  };
  const create = (id: string, name: string, comment: string, functionCode: string): CfnFunction =>
    new CfnFunction(stack, id, {
      name: `${names.prefix}-${name}`,
      autoPublish: true,
      functionCode,
      functionConfig: { comment, runtime: "cloudfront-js-2.0" },
    });
  return {
    pages: create("PagesFunction", "pages", "Paths of pages to their documents", pagesFunction(site)),
    status: create("StatusFunction", "page-status", "Status 404 for the 404 page", statusFunction(site)),
  };
}

/** Request headers that the functions read; at most 10. CloudFront replaces User-Agent unless it is listed. */
const READ_HEADERS = [
  "CloudFront-Viewer-Address",
  "CloudFront-Viewer-Country",
  "Content-Type",
  "Referer",
  "Sec-Fetch-Dest",
  "Sec-Purpose",
  "Stripe-Signature",
  "User-Agent",
  CONSENT_HEADER,
  "x-user-id",
];

/**
 * Passes on the headers that the functions read. A cache policy cannot pass on the viewer's address. Every managed
 * policy that passes it on also sends Host, which the gateway answers with 403. Source: "Add CloudFront request
 * headers" in CloudFront's guide.
 */
function createApiRequestPolicy({ stack, names }: Scope): CfnOriginRequestPolicy {
  return new CfnOriginRequestPolicy(stack, "ApiRequestPolicy", {
    originRequestPolicyConfig: {
      name: `${names.prefix}-api`,
      headersConfig: { headerBehavior: "whitelist", headers: READ_HEADERS },
      queryStringsConfig: { queryStringBehavior: "all" },
      cookiesConfig: { cookieBehavior: "all" },
    },
  });
}

/** Caches an answer for at most a second, if the answer allows it. Only a cache policy can pass on Authorization. */
function createApiCachePolicy({ stack, names }: Scope): CfnCachePolicy {
  return new CfnCachePolicy(stack, "ApiCachePolicy", {
    cachePolicyConfig: {
      name: `${names.prefix}-api`,
      minTtl: 0,
      defaultTtl: 0,
      maxTtl: 1,
      parametersInCacheKeyAndForwardedToOrigin: {
        headersConfig: {
          headerBehavior: "whitelist",
          headers: ["Authorization"],
        },
        queryStringsConfig: { queryStringBehavior: "all" },
        cookiesConfig: { cookieBehavior: "all" },
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      },
    },
  });
}
