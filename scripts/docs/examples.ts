import type { JsonSchema } from "../../shared/apiDocument.ts";
import { BRAND } from "../../shared/brand.ts";
import { formatLicenseKey } from "../../shared/licenses/key.ts";

const INSTANT = "2026-11-20T09:00:00.000Z";
const TOKEN = "Zm9yLWV4YW1wbGUtb25seQ";

const LICENSE_KEY = formatLicenseKey(Uint8Array.from({ length: 24 }, (_, index) => index * 7));

export const FINGERPRINT = "9f86d081884c7d659a2feaa0c55ad015";

const BY_NAME: Readonly<Record<string, unknown>> = {
  licenseKey: LICENSE_KEY,
  license_key: LICENSE_KEY,
  fingerprint: FINGERPRINT,
  activationId: TOKEN,
  refreshSecret: TOKEN,
  attemptId: TOKEN,
  nonce: TOKEN,
  token: `incident.${TOKEN}.${FINGERPRINT}a1b2c3d4e5f`,
  coveredVersion: "3.2",
  computerName: "Desk in the study",
  os: "Windows 11",
  appVersion: "2.4.1",
  email: "person@example.com",
  price_id: "price_monthly",
  success_url: `${BRAND.siteUrl}/success`,
  cancel_url: `${BRAND.siteUrl}/dashboard`,
  return_url: `${BRAND.siteUrl}/dashboard`,
  url: BRAND.siteUrl,
  sessionId: "cs_test_a1b2c3",
  id: TOKEN,
  apiKeyId: "Ab3dE5fG7h",
  codeId: "promo_1a2b3c",
  disputeId: "du_1a2b3c",
  eventId: "evt_1a2b3c",
  startedAt: "2026-11-20T09:00:00.000Z",
  incidentId: "req_1763629200000_a1b2c3",
  mailingId: "2026-11-20T09:00:00.000Z#5f2b",
  paymentIntentId: "pi_1a2b3c",
  paymentId: "pi_1a2b3c",
  code: "123456",
  password: "Correct-Horse7",
  scopes: { licenses: "read" },
  requestId: "req_1763629200000_a1b2c3",
};

/**
 * An example of a schema, with required fields only.
 * @throws if a field needs a hand-written value: add it to `BY_NAME`
 */
export function exampleOf(schema: JsonSchema, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0] ?? {}, name);
  switch ([schema.type].flat()[0]) {
    case "object":
      if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
      return Object.fromEntries(
        [...(schema.required ?? []), ...(schema.oneOf?.[0]?.required ?? [])].map((field) => [
          field,
          exampleOf(schema.properties?.[field] ?? {}, field),
        ]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items ?? {}, name));
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 1);
    case "boolean":
      return true;
    default:
      return exampleText(schema, name);
  }
}

function exampleText(schema: JsonSchema, name: string): unknown {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  if (schema.format === "date-time") return INSTANT;
  if (schema.format === "date") return INSTANT.slice(0, 10);
  return "text".padEnd(schema.minLength ?? 0, "-").slice(0, schema.maxLength);
}
