import path from "node:path";
import { levelOf, type Need, needsOf } from "../../shared/apiKeys/levels.ts";
import type { Endpoint } from "../../shared/endpoint.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { errorsOf } from "../../shared/errorsOf.ts";

/** Routes that API keys may call. `npm run docs` writes this file from the contracts; a test keeps it current. */
export const API_KEY_ROUTES_FILE = path.resolve(import.meta.dirname, "../../shared/apiKeys/routes.ts");

const LINE_WIDTH = 110;

/** The value's code on one line, as the formatter writes it. */
const inCode = (value: object): string =>
  JSON.stringify(value)
    .replaceAll(/"(\w+)":/g, "$1: ")
    .replaceAll('":', '": ')
    .replaceAll(/,(?=\S)/g, ", ")
    .replaceAll("{", "{ ")
    .replaceAll("}", " }");

export const API_KEYS_PAGE = path.resolve(import.meta.dirname, "../../docs/api-keys.md");

/** The scopes of each call, for every value of a parameter that decides the area. */
export function scopeRows(): { id: string; parameters: Record<string, string>; needs: readonly Need[] }[] {
  return Object.entries<Endpoint>(ENDPOINTS).flatMap(([id, contract]) => {
    const level = levelOf(contract);
    if (level === null) return [];
    const isFresh = errorsOf(contract).includes("FRESH_SIGN_IN_REQUIRED");
    const { areaBy } = contract;
    const given = areaBy
      ? Object.keys(areaBy.areas).map((value) => ({ [areaBy.parameter]: value }))
      : [{} as Record<string, string>];
    return given.map((parameters) => ({
      id,
      parameters,
      needs: needsOf(id, contract, isFresh ? "critical" : level, parameters),
    }));
  });
}

export function apiKeysPage(): string {
  const rows = scopeRows().map(({ id, parameters, needs: [own, ...shown] }) => {
    const scope = own ? `${own.area}:${own.level}` : "";
    const call = [id, ...Object.values(parameters)].join(" ");
    return `| ${scope} | ${call} | ${shown.map(({ area, level }) => `${area}:${level}`).join(", ")} |`;
  });
  return `# What a scope of an API key opens

\`npm run docs\` writes this page from the contracts; a test makes each call with exactly these scopes, and again with each scope missing.
A scope names an area and a level. It opens the area's rows, with the address of the person in each row. Each level includes
the lower ones. [The decision](decisions/how-do-scripts-call-the-operators-api.md) explains the rest.

| Scope | Call | Also needs, for other data in the answer |
| --- | --- | --- |
${rows.sort().join("\n")}
`;
}

export function apiKeyRoutesText(): string {
  const lines = Object.entries<Endpoint>(ENDPOINTS).flatMap(([id, contract]) => {
    const level = levelOf(contract);
    if (level === null) return [];
    const fresh = errorsOf(contract).includes("FRESH_SIGN_IN_REQUIRED") ? ["fresh: true"] : [];
    const { shows, areaBy } = contract;
    const data = [
      ...(shows ? [`shows: ${inCode(shows)}`] : []),
      ...(areaBy
        ? [`areaBy: {\n      parameter: "${areaBy.parameter}",\n      areas: ${inCode(areaBy.areas)},\n    }`]
        : []),
    ];
    const fields = [`id: "${id}"`, `level: "${level}"`, ...fresh, ...data];
    const key = `  "${contract.method} ${contract.path}": {`;
    const line = `${key} ${fields.join(", ")} },`;
    // The formatter breaks longer lines in this way.
    return [
      line.length <= LINE_WIDTH ? line : [key, ...fields.map((field) => `    ${field},`), "  },"].join("\n"),
    ];
  });
  return [
    "/**",
    " * The operators' calls that an API key may make, with the level that each needs. `fresh`: a call that asks a signed-in",
    " * operator for the password again, and for which a key needs the level `critical`. `npm run docs` writes this file from",
    " * the contracts, because the registry itself would load every contract.",
    " */",
    "export const ROUTES = {",
    ...lines.sort(),
    "} as const;",
    "",
  ].join("\n");
}
