import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";

let bench: Bench;
let sdk: Stripe;
/** Where the SDK wanted to go: uploads have a separate host. */
const hosts: string[] = [];
beforeAll(async () => {
  bench = await startBench({ now: () => new Date() });
  const toSandbox: typeof fetch = (input, init) => {
    const { hostname, pathname, search } = new URL(String(input));
    hosts.push(hostname);
    return fetch(`${bench.sandbox.url}${pathname}${search}`, init);
  };
  const httpClient = Stripe.createFetchHttpClient(toSandbox);
  sdk = new Stripe(bench.sandbox.secretKey, { httpClient, maxNetworkRetries: 0 });
});
afterAll(() => bench.close());

const upload = (type: string, purpose = "dispute_evidence", bytes = 4) =>
  sdk.files.create({
    purpose: purpose as Stripe.FileCreateParams.Purpose,
    file: { data: Buffer.alloc(bytes, "x"), name: "evidence.pdf", type },
  });

describe("a file for a dispute", () => {
  test("is taken at files.stripe.com, and can be looked up", async () => {
    const file = await upload("application/pdf");
    expect(hosts).toEqual(["files.stripe.com"]);
    expect(file).toMatchObject({
      object: "file",
      purpose: "dispute_evidence",
      type: "pdf",
      size: 4,
      filename: "evidence.pdf",
    });
    expect(await bench.stripe.files.retrieve(file.id)).toMatchObject({ id: file.id });
  });

  test.each([
    ["text/plain", "dispute_evidence", 4],
    ["application/pdf", "dispute_evidence", 5 * 1024 * 1024 + 1],
    ["application/pdf", "shoe", 4],
  ])("is refused as %s for %s of %i bytes", async (type, purpose, bytes) => {
    await expect(upload(type, purpose, bytes)).rejects.toMatchObject({ statusCode: 400 });
  });
});
