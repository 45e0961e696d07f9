import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
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
import { leaveOut } from "../../scripts/bundle/leaveOut.ts";
import { createWriter } from "../../scripts/bundle/write.ts";
import { bundle } from "../../scripts/bundle.ts";

const outdir = mkdtempSync(join(tmpdir(), "functions-"));
const { sizes } = await bundle({ outdir });
const codeOf = (id: string) => readFileSync(join(outdir, id, "index.mjs"), "utf8");

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
      const { rmSync } = await import("node:fs");
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

describe("the writer", () => {
  const output = (id: string, code: string) => ({
    path: `/${id}/index.mjs`,
    contents: new TextEncoder().encode(code),
    hash: "",
    text: code,
  });

  it("reports those whose code has changed", () => {
    const writer = createWriter(mkdtempSync(join(tmpdir(), "write-")));
    expect(writer.write([output("a/one", "1"), output("a/two", "2")])).toEqual(["a/one", "a/two"]);
    expect(writer.write([output("a/one", "1"), output("a/two", "3")])).toEqual(["a/two"]);
    expect(writer.sizes.get("a/two")).toBe(1);
  });

  it("takes away what an endpoint that is gone left behind", () => {
    const directory = mkdtempSync(join(tmpdir(), "write-"));
    mkdirSync(join(directory, "a/old"), { recursive: true });
    writeFileSync(join(directory, "a/old/index.mjs"), "");
    const writer = createWriter(directory);
    writer.write([output("a/one", "1")]);
    writer.removeOthers(["a/one"]);
    expect(() => readFileSync(join(directory, "a/old/index.mjs"))).toThrow("ENOENT");
  });
});

describe("watching", () => {
  const directory = mkdtempSync(join(tmpdir(), "watched-"));
  const files = { "a/one": join(directory, "one.ts"), "a/two": join(directory, "two.ts") };
  const write = (file: string, code: string) => writeFileSync(file, code);

  it("reports whose code has changed, and a mistake without taking the last good bundle away", async () => {
    write(files["a/one"], "export const handler = () => 1;");
    write(files["a/two"], "export const handler = () => 2;");
    const changes: string[][] = [];
    const mistakes: string[] = [];
    const heard = { next: () => {} };
    const news = () => new Promise<void>((resolve) => Object.assign(heard, { next: resolve }));
    const watched = join(directory, "out");
    const bundles = await bundle({
      files,
      outdir: watched,
      watch: (ids) => {
        changes.push(ids);
        heard.next();
      },
      failed: (message) => {
        mistakes.push(message);
        heard.next();
      },
    });
    try {
      const changed = news();
      write(files["a/two"], "export const handler = () => 22;");
      await changed;
      expect(changes).toEqual([["a/two"]]);

      const failed = news();
      write(files["a/two"], "export const handler = (;");
      await failed;
      expect(mistakes[0]).toMatch(/two\.ts:1: /);
      expect(readFileSync(join(watched, "a/two/index.mjs"), "utf8")).toContain("22");
    } finally {
      await bundles.close();
    }
  }, 30_000);

  it("does not begin with code that does not compile", async () => {
    write(files["a/one"], "export const handler = (;");
    await expect(bundle({ files, outdir: join(directory, "out"), watch: () => {} })).rejects.toThrow(
      /one\.ts:1: /,
    );
  });
});
