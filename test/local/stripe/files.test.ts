import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bench, startBench } from "./sandbox.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ now: () => new Date() });
});
afterAll(() => bench.close());

/** As the SDK uploads to files.stripe.com. */
async function upload(type: string, purpose: string, bytes = 4) {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append("file", new Blob(["x".repeat(bytes)], { type }), "evidence.pdf");
  const answer = await fetch(`${bench.sandbox.url}/v1/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${bench.sandbox.secretKey}` },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

describe("a file for a dispute", () => {
  test("is taken as PDF, JPEG or PNG, up to 5 MB", async () => {
    const { status, body } = await upload("application/pdf", "dispute_evidence");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: "file",
      purpose: "dispute_evidence",
      type: "pdf",
      size: 4,
      filename: "evidence.pdf",
    });
    expect(await bench.stripe.files.retrieve(body.id)).toMatchObject({ id: body.id });
    expect((await upload("text/plain", "dispute_evidence")).status).toBe(400);
    expect((await upload("application/pdf", "dispute_evidence", 5 * 1024 * 1024 + 1)).status).toBe(400);
    expect((await upload("application/pdf", "shoe")).status).toBe(400);
  });
});
