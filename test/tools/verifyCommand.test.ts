import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { type StripeSandbox, startStripe } from "#stripe-sandbox";
import { STORIES } from "../../scripts/verify/stripe/stories.ts";
import { verify } from "../../scripts/verify.ts";
import { startCloud } from "../infra/cloud.ts";
import { linesOf, runVerify } from "../support/verify.ts";

/** An AWS endpoint at which nothing answers. */
const NOBODY = {
  AWS_ENDPOINT_URL: "http://127.0.0.1:1",
  AWS_REGION: "eu-west-1",
  AWS_ACCESS_KEY_ID: "x",
  AWS_SECRET_ACCESS_KEY: "x",
};

describe("a live key", () => {
  test.each([
    ["sk_live_51abc", ["--stage", "dev"]],
    ["rk_live_51abc", ["--stage", "prod", "--guided"]],
    ["sk_live_51abc", ["--stripe"]],
  ])("%s %j is refused before any call", async (key, args) => {
    await expect(verify(args, { STRIPE_SECRET_KEY: key })).rejects.toThrow("STRIPE_SECRET_KEY is a live key");
  });

  test.each([{}, { STRIPE_SECRET_KEY: "sk_test_51abc" }])(
    "of the stage is refused, whatever key the environment has: %j",
    async (given) => {
      const secret = JSON.stringify({ secretKey: "sk_live_51abc" });
      const cloud = await startCloud({ [`${BRAND.slug}/prod/stripe`]: secret });
      const env = { ...NOBODY, AWS_ENDPOINT_URL: cloud.endpoint, ...given };
      const { exit, said } = await runVerify(["--stage", "prod"], { env });
      await cloud.close();
      expect(said).toContain(`The key in ${BRAND.slug}/prod/stripe is a live key`);
      expect(cloud.calls.at(-1)).toMatch(/GetSecretValue/);
      expect(exit).toBe(1);
    },
  );
});

describe("--stripe", () => {
  let stripe: StripeSandbox;
  let folder: string;
  beforeAll(async () => {
    stripe = await startStripe({ port: 0 });
    folder = mkdtempSync(path.join(tmpdir(), "transcripts-"));
  });
  afterAll(() => stripe.close());
  const run = (url: string, transcripts: string) =>
    runVerify(["--stripe", "--stripe-url", url, "--transcripts", transcripts], {
      env: { STRIPE_SECRET_KEY: stripe.secretKey },
    });

  test("reports no difference for equal answers, stores each story's structure, and deletes its objects", async () => {
    const { exit, said } = await run(stripe.url, folder);
    expect(linesOf(said), said).toEqual(STORIES.map(({ name }) => ["ok", name]));
    expect(exit).toBe(0);
    expect(readdirSync(folder)).toHaveLength(STORIES.length);
    const { steps } = JSON.parse(readFileSync(path.join(folder, "renewal.json"), "utf8"));
    expect(steps["after a month"]).toMatchObject({ status: "=active", test_clock: "id clock" });
    const asked = { headers: { authorization: `Bearer ${stripe.secretKey}` } };
    for (const list of ["customers", "test_helpers/test_clocks", "products?active=true"])
      expect((await (await fetch(`${stripe.url}/v1/${list}`, asked)).json()).data, list).toEqual([]);
  });

  test("reports a difference, fails once, and lists it as known the next time", async () => {
    const kept = mkdtempSync(path.join(tmpdir(), "transcripts-"));
    const other = await answering(stripe.url, (body) =>
      body.replaceAll(/("collection_method": ?)"charge_automatically"/g, '$1"send_invoice"'),
    );
    try {
      const first = await run(other.url, kept);
      expect(first.said).toContain(
        "new: subscribed.collection_method: sandbox =charge_automatically, Stripe =send_invoice",
      );
      expect(first.exit).toBe(1);
      const second = await run(other.url, kept);
      expect(second.said).toContain("known: subscribed.collection_method");
      expect(second.exit, second.said).toBe(0);
    } finally {
      other.close();
    }
  });
});

/** A server that forwards calls to the sandbox, and changes the bodies of its answers. */
async function answering(url: string, change: (body: string) => string) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const answer = await fetch(url + request.url, {
      method: request.method ?? "GET",
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === "string" && !["host", "connection", "content-length"].includes(name)
          ? [[name, value]]
          : [],
      ),
      ...(body.length > 0 ? { body } : {}),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(change(await answer.text()));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
