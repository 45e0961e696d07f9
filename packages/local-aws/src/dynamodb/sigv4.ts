import { createHash, createHmac } from "node:crypto";

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

const SIGNED = "content-type;host;x-amz-date;x-amz-target";

/** Signature version 4 for a JSON call (POST /). @returns the headers to send */
export function signJson(
  call: { host: string; service: string; region: string; target: string; body: string; contentType: string },
  credentials: Credentials,
  now: Date,
): Record<string, string> {
  const stamp = `${now.toISOString().replace(/[-:]/g, "").slice(0, 15)}Z`;
  const day = stamp.slice(0, 8);
  const scope = `${day}/${call.region}/${call.service}/aws4_request`;
  const canonical = [
    "POST",
    "/",
    "",
    `content-type:${call.contentType}`,
    `host:${call.host}`,
    `x-amz-date:${stamp}`,
    `x-amz-target:${call.target}`,
    "",
    SIGNED,
    sha256(call.body),
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", stamp, scope, sha256(canonical)].join("\n");
  const key = signingKey(credentials.secretAccessKey, day, call.region, call.service);
  const signature = createHmac("sha256", key).update(toSign).digest("hex");
  const headers: Record<string, string> = {
    "content-type": call.contentType,
    host: call.host,
    "x-amz-date": stamp,
    "x-amz-target": call.target,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${SIGNED}, Signature=${signature}`,
  };
  if (credentials.sessionToken) headers["x-amz-security-token"] = credentials.sessionToken;
  return headers;
}

const keys = new Map<string, Buffer>();

/** A key is valid for a day, so each key is derived only once. */
function signingKey(secret: string, day: string, region: string, service: string): Buffer {
  const id = `${secret}/${day}/${region}/${service}`;
  const known = keys.get(id);
  if (known) return known;
  let key: Buffer = Buffer.from(`AWS4${secret}`);
  for (const part of [day, region, service, "aws4_request"])
    key = createHmac("sha256", key).update(part).digest();
  keys.set(id, key);
  return key;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
