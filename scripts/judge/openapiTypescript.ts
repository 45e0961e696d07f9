import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeOpenApi } from "../docs/openapi.ts";
import type { Judge, Verdict } from "./judge.ts";
import { emptyFolder, HOME, mustRun, run, tool, toolPath } from "./tools.ts";

/** What a new user of the API writes first: a call without a sign-in, one with a token, and every answer by name. */
const CLIENT = `import createClient from "openapi-fetch";
import type { operations, paths } from "./api.js";

const client = createClient<paths>({ baseUrl: "https://shop.example.com/backend" });

export type Answers = { [Name in keyof operations]: operations[Name]["responses"] };

export async function codeOf(licenseKey: string, fingerprint: string): Promise<string> {
  const { data, error } = await client.POST("/api/license/validate", { body: { licenseKey, fingerprint } });
  if (data !== undefined) return data.code;
  return "code" in error ? error.code : error.message;
}

export async function computersOf(token: string): Promise<readonly (string | null)[]> {
  const { data } = await client.GET("/api/seats", { headers: { authorization: \`Bearer \${token}\` } });
  return (data?.seats ?? []).map((seat) => seat.computer_name);
}
`;

const SETTINGS = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noImplicitOverride: true,
    noUnusedLocals: true,
    target: "es2023",
    lib: ["es2023", "dom"],
    module: "nodenext",
    types: [],
    noEmit: true,
  },
  files: ["client.ts", "api.ts"],
};

const EMPTY = { openapi: "3.1.0", info: { title: "Planted", version: "1" }, paths: {} };

/** Generates a client from the API document and compiles it in TypeScript's strictest mode. */
export const openapiTypescript: Judge = {
  name: "openapi-typescript",
  judges: "the API document, by a client that is generated from it",
  install:
    "npm install --prefix .local/judge openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3",
  finding: "fails",
  isInstalled: () => toolPath("openapi-typescript") !== undefined,
  judge: () => compile(writeOpenApi()),
  mistake: "client.ts(9,70): error TS2345",
  plant() {
    const file = path.join(emptyFolder(), "planted.json");
    writeFileSync(file, JSON.stringify(EMPTY));
    return compile(file);
  },
};

async function compile(document: string): Promise<Verdict> {
  const folder = emptyFolder();
  symlinkSync(path.join(HOME, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(path.join(folder, "client.ts"), CLIENT);
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(SETTINGS));
  await mustRun(tool("openapi-typescript"), [document, "--output", path.join(folder, "api.ts")], {
    cwd: folder,
  });
  const { stdout } = await run(path.join(HOME, "node_modules/.bin/tsc"), ["--project", folder], {
    cwd: folder,
  });
  const findings = stdout.split("\n").filter((line) => line.includes("error TS"));
  return { findings, judged: "1 generated client" };
}
