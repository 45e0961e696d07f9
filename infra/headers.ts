import { Aws } from "aws-cdk-lib";
import { CfnResponseHeadersPolicy } from "aws-cdk-lib/aws-cloudfront";
import { CONTENT } from "#shared/material/material.ts";
import type { Scope } from "./scope.ts";

const TWO_YEARS_SECONDS = 63_072_000;

/** Forbids everything that is not listed, and all inline code. A film plays only from this site. */
export function contentSecurityPolicy(film = CONTENT.film): string {
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "font-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    ...(film?.file === undefined ? {} : { "media-src": ["'self'"] }),
    "manifest-src": ["'self'"],
    "connect-src": ["'self'", `https://cognito-idp.${Aws.REGION}.amazonaws.com`],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'", "https://checkout.stripe.com", "https://billing.stripe.com"],
    "object-src": ["'none'"],
    "upgrade-insecure-requests": [],
  };
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; ");
}

const PERMISSIONS_POLICY = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

export function createSecurityHeaders({ stack, names }: Scope): CfnResponseHeadersPolicy {
  return new CfnResponseHeadersPolicy(stack, "SecurityHeaders", {
    responseHeadersPolicyConfig: {
      name: `${names.prefix}-security`,
      comment: "On every answer of the site and its API",
      securityHeadersConfig: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(), override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: "DENY", override: true },
        referrerPolicy: { referrerPolicy: "strict-origin", override: true },
        strictTransportSecurity: {
          accessControlMaxAgeSec: TWO_YEARS_SECONDS,
          includeSubdomains: true,
          override: true,
        },
      },
      customHeadersConfig: {
        items: [
          { header: "Permissions-Policy", value: PERMISSIONS_POLICY, override: true },
          { header: "Cross-Origin-Opener-Policy", value: "same-origin", override: true },
        ],
      },
    },
  });
}
