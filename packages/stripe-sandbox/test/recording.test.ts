import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { startBench } from "../src/bench.ts";
import { decodeForm } from "../src/http/form.ts";
import { distinctRequests, readRecording } from "../src/http/readRecording.ts";
import { type Exchange, encodeForm, makeIsNew } from "../src/http/recording.ts";

const EXCHANGE: Exchange = {
  method: "POST",
  route: "/v1/customers",
  version: "2026-10-28.endive",
  params: { email: "ada@example.com" },
  status: 200,
  answer: { id: "cus_x", object: "customer", name: null, metadata: { userId: "u-1" } },
};

describe("a recording", () => {
  test("has each shape of request and answer once, without ids", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "articlip-recording-"));
    const bench = await startBench({ recordTo: folder });
    const first = await bench.stripe.customers.create({ email: "ada@example.com" });
    await bench.stripe.customers.create({ email: "bob@example.com" });
    await bench.stripe.customers.create({ email: "bob@example.com", name: "Bob" });
    await bench.stripe.customers.retrieve(first.id);
    await bench.stripe.customers.retrieve("cus_nobody").catch(() => {});
    await bench.close();
    const exchanges = readRecording(folder);
    expect(exchanges.map(({ method, route, status }) => `${status} ${method} ${route}`)).toEqual([
      "200 POST /v1/customers",
      "200 POST /v1/customers",
      "200 GET /v1/customers/:id",
      "404 GET /v1/customers/:id",
    ]);
    expect(JSON.stringify(exchanges)).not.toContain(first.id);
    expect(exchanges[0]).toMatchObject({ version: "2026-10-28.endive", answer: { id: "cus_x" } });
  });

  test("keeps an answer only if a word or a type in it is new", () => {
    const isNew = makeIsNew();
    const answering = (answer: object) => isNew({ ...EXCHANGE, answer });
    expect(answering({ status: "open", name: null })).toBe(true);
    expect(answering({ status: "open", name: null })).toBe(false);
    expect(answering({ status: "paid", name: null })).toBe(true);
    expect(answering({ status: "open", name: "Ada Lovelace" })).toBe(true);
    expect(answering({ status: "paid", name: "Bob Builder" })).toBe(false);
  });

  test("omits refused requests from a replay", () => {
    const refused = { ...EXCHANGE, status: 400, params: { shoe_size: "46" } };
    expect(distinctRequests([EXCHANGE, refused, EXCHANGE])).toEqual([EXCHANGE]);
  });

  test("encodes a form as it was received", () => {
    const text = "items[0][price]=price_x&items[0][quantity]=2&expand[0]=customer&description=";
    expect(decodeURIComponent(String(encodeForm(decodeForm(text))))).toBe(text);
  });
});
