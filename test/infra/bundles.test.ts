import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import Stripe from "stripe";
import { describe, expect, it, test } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import type { Access } from "../../infra/access/row.ts";
import { ACCESS } from "../../infra/access.ts";
import { EVENT_HANDLER_IDS } from "../../infra/events.ts";
import { createBuilder } from "../../local/build/steps.ts";
import { functionIds, handlerFiles } from "../../scripts/bundle/functionIds.ts";
import { leaveOut, STRIPE_RESOURCES } from "../../scripts/bundle/leaveOut.ts";
import { bundle } from "../../scripts/bundle.ts";

/** The bundles that the stack runs. Only changed sources are built again. */
const root = resolve(import.meta.dirname, "../..");
await createBuilder(root, join(root, ".local")).bundle();
const outdir = join(root, "dist/functions");
const sizes = new Map(
  globSync("**/index.cjs", { cwd: outdir }).map((file) => [
    dirname(file).replaceAll("\\", "/"),
    statSync(join(outdir, file)).size,
  ]),
);
const codeOf = (id: string) => readFileSync(join(outdir, id, "index.cjs"), "utf8");

describe("the bundles", () => {
  it("include every endpoint and every event handler", () => {
    expect([...sizes.keys()].sort()).toEqual(functionIds());
    expect(functionIds()).toEqual([...Object.keys(ENDPOINTS), ...EVENT_HANDLER_IDS].sort());
  });

  it("cannot be built if a function has no handler, and the error names the missing files", () => {
    expect(() => handlerFiles(["licenses/activate", "licenses/fly", "affiliates/dance"])).toThrow(
      /have no handler: functions\/licenses\/fly\.ts, functions\/affiliates\/dance\.ts\. Write the file/,
    );
  });

  it("have a median of at most 290 kB and a maximum of 525 kB", () => {
    const sorted = [...sizes.values()].sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(290_000);
    expect(sorted.at(-1)).toBeLessThanOrEqual(525_000);
  });

  it("contain only the contract of their own endpoint, except the Overview's bundle", () => {
    const paths = (id: string) =>
      [...codeOf(id).matchAll(/method:"[A-Z]+",path:"([^"]+)"/g)].map(([, at]) => at);
    const others = Object.entries<Endpoint>(ENDPOINTS).map(([id, { path }]) => {
      expect(paths(id), id).toContain(path);
      return [
        id,
        paths(id)
          .filter((one) => one !== path)
          .sort(),
      ] as const;
    });
    expect(others.filter(([, named]) => named.length > 0)).toEqual([
      // The Overview's answer includes the answers of these two endpoints.
      ["customers/getOverview", ["/api/promotions", "/api/subscription"]],
    ]);
  });

  it.each(functionIds())(
    "load Node's modules by require() in %s, because import() of node:http also loads fetch",
    (id) => {
      expect(codeOf(id)).not.toMatch(/\bimport\(/);
    },
  );

  it("create no formatter while they load, because the first formatter takes 20 ms", () => {
    const files = functionIds()
      .filter((id) => codeOf(id).includes("Intl."))
      .map((id) => join(outdir, id, "index.cjs"));
    expect(files.length).toBeGreaterThan(20);
    const program = `
      for (const name of Object.getOwnPropertyNames(Intl).filter((one) => /^[A-Z]/.test(one)))
        Intl[name] = function () { throw new Error(name); };
      for (const file of process.argv.slice(1))
        try { require(file); } catch (error) { console.log(file, error.message); }`;
    expect(execFileSync(process.execPath, ["--eval", program, ...files], { encoding: "utf8" })).toBe("");
  });

  it.each(functionIds())(
    "contain no chain of credential providers, and validation messages in English only, in %s",
    (id) => {
      expect(codeOf(id)).not.toMatch(
        /sso_start_url|credential_process|169\.254\.170\.2|web_identity_token_file/,
      );
      expect(codeOf(id)).not.toContain("Ungültige Eingabe");
    },
  );

  it("have Stripe's SDK only if they call Stripe", () => {
    const withStripe = functionIds().filter((id) => codeOf(id).includes("api.stripe.com"));
    const mayCall = Object.entries<Access>(ACCESS).flatMap(([id, { stripe }]) => (stripe ? [id] : []));
    expect(withStripe.sort()).toEqual(mayCall.sort());
  });
});

async function run(code: string, plugins = [leaveOut]): Promise<unknown> {
  const directory = mkdtempSync(join(import.meta.dirname, ".bundle-"));
  try {
    const outfile = join(directory, "out.mjs");
    await build({
      stdin: { contents: code, resolveDir: import.meta.dirname, loader: "ts" },
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      mainFields: ["module", "main"],
      plugins,
    });
    return (await import(outfile)).default;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe("the SDK in a bundle", () => {
  it("throws an error for a client without credentials, and the error names the module that provides them", async () => {
    const made = run(`
      import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
      export default new DynamoDBClient({ region: "eu-central-1" });
    `);
    await expect(made).rejects.toThrow(/credentials from functions\/platform\/amazon\.ts/);
  });
});

describe("Stripe's SDK in a bundle", () => {
  it("has the resources that the product calls, and throws an error with advice for a missing resource", async () => {
    const result = await run(`
      import Stripe from "stripe";
      const stripe = new Stripe("sk_test_x");
      const called = (call: () => unknown) => { try { return typeof call(); } catch (error) { return String(error); } };
      export default [
        called(() => stripe.checkout.sessions.create),
        called(() => stripe.refunds.create),
        called(() => stripe.issuing.cards.create),
      ];
    `);
    expect(result).toEqual([
      "function",
      "function",
      "Error: Stripe's Issuing is not in the bundles. Add it to STRIPE_RESOURCES in scripts/bundle/leaveOut.ts.",
    ]);
  });
});

test("the CDK's own command builds the bundles first", () => {
  expect(JSON.parse(readFileSync("cdk.json", "utf8")).build).toBe("node scripts/bundle.ts");
});

test("the bundles have every resource of Stripe that a function calls", () => {
  const bundled = new Set([...STRIPE_RESOURCES].map((path) => path.toLowerCase()));
  const namesOf = (paths: readonly string[]) => paths.map((path) => path.split("/").at(-1) ?? "");
  const paths = Object.entries(new Stripe("sk_test_x")).flatMap(([name, part]) => {
    if (typeof part !== "object" || part === null) return [];
    const inside = Object.keys(part).filter((key) => !key.startsWith("_") && typeof part[key] === "object");
    return [name, ...inside.map((key) => `${name}/${key}`)];
  });
  const used = new Set(namesOf(paths.filter((path) => bundled.has(path.toLowerCase()))));
  const left = namesOf(paths).filter((name) => !used.has(name));
  expect(left).toEqual(expect.arrayContaining(["issuing", "valueLists"]));
  const calls = new RegExp(
    `\\b(?:${left.join("|")})\\.(?:list|search|retrieve|create|update|del|detach|cancel)\\(`,
  );
  const files = globSync("functions/**/*.ts").filter((file) => calls.test(readFileSync(file, "utf8")));
  expect(files).toEqual([]);
});

describe("bundling", () => {
  const directory = mkdtempSync(join(tmpdir(), "handlers-"));
  const outdir = join(directory, "out");
  const files = { "a/one": join(directory, "one.ts"), "a/two": join(directory, "two.ts") };
  const built = (id: string) => join(outdir, id, "index.cjs");

  it("turns each handler into one independent file, even if handlers share code", async () => {
    writeFileSync(join(directory, "shared.ts"), "export const twice = (n: number) => 2 * n;");
    for (const [file, factor] of [
      [files["a/one"], 1],
      [files["a/two"], 2],
    ] as const)
      writeFileSync(
        file,
        `import { twice } from "./shared.ts";\nexport const handler = (n: number) => twice(n) * ${factor};`,
      );
    const sizes = await bundle({ files, outdir });
    for (const [id, result] of [
      ["a/one", 14],
      ["a/two", 28],
    ] as const) {
      expect(readFileSync(built(id), "utf8")).not.toMatch(/require\("\./);
      expect((await import(built(id))).handler(7)).toBe(result);
      expect(sizes.get(id)).toBe(readFileSync(built(id)).length);
    }
  });

  it("reports the position of a mistake, and keeps the last valid bundles", async () => {
    const before = readFileSync(built("a/two"), "utf8");
    writeFileSync(files["a/two"], "export const handler = (;");
    await expect(bundle({ files, outdir })).rejects.toThrow(/two\.ts:1:24: /);
    expect(readFileSync(built("a/two"), "utf8")).toBe(before);
  });

  it("deletes the bundle of a deleted endpoint", async () => {
    await bundle({ files: { "a/one": files["a/one"] }, outdir });
    expect(existsSync(built("a/one"))).toBe(true);
    expect(existsSync(built("a/two"))).toBe(false);
  });
});
