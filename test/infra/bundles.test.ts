import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ENDPOINTS } from "#shared/endpoints.ts";
import type { Access } from "../../infra/access/grants.ts";
import { ACCESS } from "../../infra/access.ts";
import { EVENT_HANDLER_IDS } from "../../infra/events.ts";
import { credentialsTreatedAsExpired, defaultProvider } from "../../scripts/bundle/environmentCredentials.ts";
import { functionIds, handlerFiles } from "../../scripts/bundle/functionIds.ts";
import { leaveOut, PARTITION } from "../../scripts/bundle/leaveOut.ts";
import { bundle } from "../../scripts/bundle.ts";

const outdir = mkdtempSync(join(tmpdir(), "functions-"));
const sizes = await bundle({ outdir });
const codeOf = (id: string) => readFileSync(join(outdir, id, "index.cjs"), "utf8");

describe("what is bundled", () => {
  it("is every endpoint of the registry and every handler of events", () => {
    expect([...sizes.keys()].sort()).toEqual(functionIds());
    expect(functionIds()).toEqual([...Object.keys(ENDPOINTS), ...EVENT_HANDLER_IDS].sort());
  });

  it("names the handlers that are missing", () => {
    expect(() => handlerFiles(["licenses/activate", "licenses/fly", "affiliates/dance"])).toThrow(
      /have no handler: functions\/licenses\/fly\.ts, functions\/affiliates\/dance\.ts\. Write the file/,
    );
  });

  it("is small: 240 kB in the middle, 400 kB at most", () => {
    const sorted = [...sizes.values()].sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(240_000);
    expect(sorted.at(-1)).toBeLessThanOrEqual(400_000);
  });

  it("knows Amazon's partition as the SDK does, without the names of its regions", () => {
    const file =
      globSync("node_modules/@aws-sdk/core/dist-es/**/util-endpoints/lib/aws/partitions.js")[0] ?? "";
    const code = readFileSync(file, "utf8");
    const { regionRegex, outputs } = PARTITION;
    expect(code).toContain(`"regionRegex": ${JSON.stringify(regionRegex)}`);
    for (const [name, value] of Object.entries(outputs))
      expect(code).toContain(`"${name}": ${JSON.stringify(value)}`);
    expect("eu-central-1").toMatch(new RegExp(regionRegex));
    expect(codeOf("accounts/getAccount")).toContain(outputs.dualStackDnsSuffix);
    expect(codeOf("accounts/getAccount")).not.toContain("amazonaws.com.cn");
  });

  it.each(functionIds())(
    "has in %s no provider of credentials but the environment, and one language",
    (id) => {
      expect(codeOf(id)).not.toMatch(
        /sso_start_url|credential_process|169\.254\.170\.2|web_identity_token_file/,
      );
      expect(codeOf(id)).not.toContain("Ungültige Eingabe");
    },
  );

  it("has Stripe's SDK only where Stripe is called", () => {
    const withStripe = functionIds().filter((id) => codeOf(id).includes("api.stripe.com"));
    const mayCall = Object.entries<Access>(ACCESS).flatMap(([id, { stripe }]) => (stripe ? [id] : []));
    expect(withStripe.sort()).toEqual(mayCall.sort());
  });
});

describe("credentials", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("are those of the environment", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
    vi.stubEnv("AWS_SESSION_TOKEN", "token");
    expect(await defaultProvider()()).toEqual({
      accessKeyId: "AKIDEXAMPLE",
      secretAccessKey: "example",
      sessionToken: "token",
    });
    expect(credentialsTreatedAsExpired()).toBe(false);
  });

  it("are missed by name", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "");
    await expect(defaultProvider()()).rejects.toThrow("AWS_ACCESS_KEY_ID");
  });
});

describe("Stripe's SDK in a bundle", () => {
  async function run(code: string): Promise<unknown> {
    const directory = mkdtempSync(join(import.meta.dirname, ".stripe-"));
    try {
      const outfile = join(directory, "out.mjs");
      await build({
        stdin: { contents: code, resolveDir: import.meta.dirname, loader: "ts" },
        outfile,
        bundle: true,
        platform: "node",
        format: "esm",
        mainFields: ["module", "main"],
        plugins: [leaveOut],
      });
      return (await import(outfile)).default;
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  it("has what the product calls, and says what is left out when it is called", async () => {
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
      "Error: Stripe's Issuing/Cards is not in the bundles. Add it to STRIPE_RESOURCES in scripts/bundle/leaveOut.ts.",
    ]);
  });
});

describe("bundling", () => {
  const directory = mkdtempSync(join(tmpdir(), "handlers-"));
  const outdir = join(directory, "out");
  const files = { "a/one": join(directory, "one.ts"), "a/two": join(directory, "two.ts") };
  const built = (id: string) => join(outdir, id, "index.cjs");

  it("makes of each handler one file that needs no other, whatever they share", async () => {
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

  it("says where a mistake is, and leaves the last good bundles", async () => {
    const before = readFileSync(built("a/two"), "utf8");
    writeFileSync(files["a/two"], "export const handler = (;");
    await expect(bundle({ files, outdir })).rejects.toThrow(/two\.ts:1:24: /);
    expect(readFileSync(built("a/two"), "utf8")).toBe(before);
  });

  it("takes away what an endpoint that is gone left behind", async () => {
    await bundle({ files: { "a/one": files["a/one"] }, outdir });
    expect(existsSync(built("a/one"))).toBe(true);
    expect(existsSync(built("a/two"))).toBe(false);
  });
});
