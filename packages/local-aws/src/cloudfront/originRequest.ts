import { randomBytes } from "node:crypto";
import type { Behavior } from "./behaviors.ts";

type Lines = readonly (readonly [name: string, value: string])[];

export type ViewerFacts = { country: string; address: string; ip: string };

/** Headers of a connection or of CloudFront itself, which are never forwarded. */
const NOT_FORWARDED = new Set([
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
  "x-forwarded-proto",
  "x-real-ip",
]);

/**
 * The headers for the origin. The policies select among the viewer's headers. CloudFront overwrites its own headers and
 * the secret headers that identify CloudFront to the origin.
 */
export function originHeaders(
  behavior: Behavior,
  viewerLines: Lines,
  viewer: ViewerFacts,
): [string, string][] {
  const fromViewer = viewerLines.filter(([given]) => isForwarded(behavior, given.toLowerCase()));
  const forwardedFor = viewerLines
    .filter(([name]) => name.toLowerCase() === "x-forwarded-for")
    .map(([, value]) => value);
  const own: Record<string, string> = {
    "cloudfront-viewer-address": viewer.address,
    "cloudfront-viewer-country": viewer.country,
  };
  const listed = behavior.forwardedHeaders.flatMap((name): [string, string][] => {
    const value = own[name];
    return value === undefined ? [] : [[name, value]];
  });
  const added: [string, string][] = [
    ["via", "1.1 local.cloudfront.net (CloudFront)"],
    ["x-amz-cf-id", randomBytes(32).toString("base64url")],
    ["x-forwarded-for", [...forwardedFor, viewer.ip].join(", ")],
  ];
  if (!fromViewer.some(([name]) => name.toLowerCase() === "user-agent")) {
    added.push(["user-agent", "Amazon CloudFront"]);
  }
  return [
    ...fromViewer.map(([name, value]): [string, string] => [name, value]),
    ...listed,
    ...added,
    ...Object.entries(behavior.originHeaders),
  ];
}

function isForwarded(behavior: Behavior, name: string): boolean {
  if (NOT_FORWARDED.has(name) || name === "x-forwarded-for") return false;
  if (name.startsWith("cloudfront-") || name.startsWith("x-amz-cf-")) return false;
  if (Object.hasOwn(behavior.originHeaders, name)) return false;
  if (name === "content-type") return true;
  if (name === "cookie") return behavior.forwards.cookies;
  return behavior.forwards.headers !== "none" || behavior.forwardedHeaders.includes(name);
}
