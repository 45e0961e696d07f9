import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { AppError } from "#shared/errors.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { VECTORS } from "../../support/licenseVectors.ts";
import { serve } from "./http.ts";
import { ISSUER, KEY } from "./service.ts";
import { publicOf } from "./sign.ts";

const PACKAGE = path.resolve(import.meta.dirname, "../../../packages/license-client");
const CLIENT = path.join(PACKAGE, "examples/license_client.py");
const folder = mkdtempSync(path.join(tmpdir(), "python-"));
afterAll(() => rmSync(folder, { recursive: true }));

const python = (program: string, ...words: string[]) =>
  new Promise<{ exit: number; said: string }>((done) => {
    execFile("python3", [path.join(PACKAGE, "examples", program), ...words], (error, stdout, stderr) =>
      done({ exit: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });

test("the client in Python has at most 300 lines", () => {
  expect(readFileSync(CLIENT, "utf8").split("\n").length - 1).toBeLessThanOrEqual(300);
});

test("the client in Python passes every vector", async () => {
  const count = Object.values(VECTORS).reduce((sum, file) => {
    const pairs = "pairs" in file ? file.pairs : [];
    const answers = "answers" in file ? file.answers : [];
    return sum + file.tests.length + pairs.length + answers.length;
  }, 0);
  expect(await python("license_vectors.py", path.join(PACKAGE, "vectors"))).toEqual({
    exit: 0,
    said: `${count} vectors, 0 differ\n`,
  });
});

test("the client in Python reports a wrong vector", async () => {
  cpSync(path.join(PACKAGE, "vectors"), folder, { recursive: true });
  const file = path.join(folder, "leases.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"result": "valid"', '"result": "invalid"'));
  const { exit, said } = await python("license_vectors.py", folder);
  expect(exit).toBe(1);
  expect(said).toContain("leases 1 (signed by the pinned key)");
});

describe("the client in Python, against the service's own rules,", () => {
  async function setUp() {
    const service = await serve();
    const { world } = service;
    world.now = Date.now();
    const place = mkdtempSync(path.join(folder, "computer-"));
    const pins = path.join(place, "pins.json");
    const keys = [publicOf(world.keys.current)];
    writeFileSync(pins, JSON.stringify({ url: service.url, issuer: ISSUER, keys }));
    const store = path.join(place, "store.json");
    const typeWith = async (used: string, ...words: string[]) => {
      const { exit, said } = await python("license_client.py", ...words, "--pins", pins, "--store", used);
      return { exit, ...JSON.parse(said) };
    };
    return { ...service, store, typeWith, type: (...words: string[]) => typeWith(store, ...words) };
  }

  test("activates a seat, refreshes it, and leaves it", async () => {
    const { world, type, close } = await setUp();
    expect(await type("status")).toMatchObject({ exit: 1, state: "needs-key" });
    expect(await type("activate", KEY)).toEqual({ exit: 0, outcome: "done" });
    world.keys = nextLeaseKeys(world.keys);
    expect(await type("refresh")).toEqual({ exit: 0, outcome: "done" });
    expect(await type("status")).toMatchObject({ exit: 0, state: "active" });
    expect(await type("deactivate")).toEqual({ exit: 0, outcome: "done" });
    expect(world.license.device).toBeNull();
    expect(await type("status")).toMatchObject({ exit: 1, state: "needs-key" });
    expect(await type("deactivate")).toMatchObject({ exit: 1, code: "NOT_ACTIVATED" });
    await close();
  });

  test("changes nothing after an answer without the service's signature", async () => {
    const { world, type, store, close } = await setUp();
    await type("activate", KEY);
    const { chain } = nextLeaseKeys(nextLeaseKeys());
    // An unknown key has signed this proof, so the client requests a chain.
    const proof = `${Buffer.from('{"kid":"x"}').toString("base64url")}.e30.x`;
    for (const answer of [
      { status: 200, body: "<html>", proof: null },
      { status: 409, body: '{"code":"SEAT_TAKEN"}', proof: null },
      { status: 200, body: JSON.stringify({ chain }), proof },
      { status: 200, body: "[".repeat(100_000), proof },
    ]) {
      world.tamper = () => answer;
      expect(await type("refresh")).toEqual({ exit: 3, outcome: "not-reached" });
      const { attempt: _attempt, ...kept } = JSON.parse(readFileSync(store, "utf8"));
      expect(kept).toMatchObject({ licenseKey: KEY, refused: null });
      expect(kept.chain ?? []).toEqual([]);
    }
    world.tamper = undefined;
    expect(await type("status")).toMatchObject({ state: "active" });
    await close();
  });

  test("leaves the seat only after it has repeated a refresh whose answer got lost", async () => {
    const { world, type, close } = await setUp();
    await type("activate", KEY);
    world.losesAnswers = true;
    expect(await type("refresh")).toMatchObject({ outcome: "not-reached" });
    world.losesAnswers = false;
    world.license.entitlement = { ...world.license.entitlement, suspensions: ["payment"] };
    expect(await type("deactivate")).toMatchObject({ outcome: "refused", code: "PAYMENT_REQUIRED" });
    expect(await type("status")).toMatchObject({ exit: 1, state: "refused", code: "PAYMENT_REQUIRED" });
    world.license.entitlement = { ...world.license.entitlement, suspensions: [] };
    expect(await type("deactivate")).toEqual({ exit: 0, outcome: "done" });
    await close();
  });

  test("activates again if the answer to a second activation got lost", async () => {
    const { world, type, close } = await setUp();
    await type("activate", KEY);
    world.losesAnswers = true;
    expect(await type("activate", KEY)).toMatchObject({ outcome: "not-reached" });
    world.losesAnswers = false;
    expect(await type("refresh")).toEqual({ exit: 0, outcome: "done" });
    await close();
  });

  test("drops an activation that was copied, but keeps its activation after a refusal like RATE_LIMITED", async () => {
    const { world, type, typeWith, store, close } = await setUp();
    await type("activate", KEY);
    world.failures["/api/license/refresh"] = new AppError("RATE_LIMITED", "Not now");
    expect(await type("refresh")).toMatchObject({ outcome: "refused", code: "RATE_LIMITED" });
    expect(await type("status")).toMatchObject({ state: "active" });
    world.failures["/api/license/refresh"] = new AppError("DATABASE_ERROR", "Down");
    expect(await type("refresh")).toMatchObject({ outcome: "not-reached" });
    world.failures = {};
    await type("refresh");
    const copy = path.join(path.dirname(store), "copy.json");
    cpSync(store, copy);
    expect(await typeWith(copy, "refresh")).toMatchObject({ outcome: "done" });
    expect(await type("refresh")).toMatchObject({ outcome: "refused", code: "CLONE_SUSPECTED" });
    expect(await type("status")).toEqual({ exit: 1, state: "needs-key", code: "CLONE_SUSPECTED" });
    await close();
  });
});
