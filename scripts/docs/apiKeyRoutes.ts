import path from "node:path";
import { levelOf } from "../../shared/apiKeys/levels.ts";
import type { Endpoint } from "../../shared/endpoint.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { errorsOf } from "../../shared/errorsOf.ts";

/** What API keys may call, by route. `npm run docs` writes it from the contracts, a test holds it current. */
export const API_KEY_ROUTES_FILE = path.resolve(import.meta.dirname, "../../shared/apiKeys/routes.ts");

const LINE_WIDTH = 110;

export function apiKeyRoutesText(): string {
  const lines = Object.entries<Endpoint>(ENDPOINTS).flatMap(([id, contract]) => {
    const level = levelOf(contract);
    if (level === null) return [];
    const fresh = errorsOf(contract).includes("FRESH_SIGN_IN_REQUIRED") ? ["fresh: true"] : [];
    const fields = [`id: "${id}"`, `level: "${level}"`, ...fresh];
    const key = `  "${contract.method} ${contract.path}": {`;
    const line = `${key} ${fields.join(", ")} },`;
    // As the formatter writes it.
    return [
      line.length <= LINE_WIDTH ? line : [key, ...fields.map((field) => `    ${field},`), "  },"].join("\n"),
    ];
  });
  return [
    "/**",
    " * The operators' calls that an API key may make, with the level that each needs. `fresh`: where a sign-in is asked for the",
    " * password again, a key needs the level `critical`. Written by `npm run docs` from the contracts: the registry itself",
    " * would load every contract.",
    " */",
    "export const ROUTES = {",
    ...lines.sort(),
    "} as const;",
    "",
  ].join("\n");
}
