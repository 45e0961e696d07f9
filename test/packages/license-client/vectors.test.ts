import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createWatch } from "../../../packages/license-client/src/clock.ts";
import { fingerprintOf, isSameComputer } from "../../../packages/license-client/src/fingerprint.ts";
import { createLicense } from "../../../packages/license-client/src/license.ts";
import { memoryStorage } from "../../../packages/license-client/src/memoryStorage.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { stateOf } from "../../../packages/license-client/src/states.ts";
import { NOTHING } from "../../../packages/license-client/src/store.ts";
import { createTrust } from "../../../packages/license-client/src/trust.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { VECTORS, vectorText } from "../../../scripts/licenseVectors.ts";
import { createComputer } from "./computer.ts";
import { serve } from "./http.ts";
import { ISSUER, KEY } from "./service.ts";
import { publicOf } from "./sign.ts";
import { signInStep } from "./signingIn.ts";

const PACKAGE = path.resolve(import.meta.dirname, "../../../packages/license-client");
const folder = mkdtempSync(path.join(tmpdir(), "vectors-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(Object.entries(VECTORS))("%s.json is what the protocol says now", (name, make) => {
  expect(readFileSync(path.join(PACKAGE, "vectors", `${name}.json`), "utf8")).toBe(vectorText(make()));
});

describe("the library passes", () => {
  const { leases, answers, clocks, fingerprints, requests } = VECTORS;
  const trustOf = ({ issuer, pinned, chain }: ReturnType<typeof leases | typeof answers>) => {
    const trust = createTrust(issuer, pinned, nodeCrypto);
    trust.follow(chain);
    return trust;
  };

  test.each(leases().tests)("lease $id: $comment", ({ token, result }) => {
    const file = leases();
    const lease = trustOf(file).ownLease(token, file.activation, file.fingerprint);
    expect(lease === undefined ? "invalid" : "valid").toBe(result);
  });

  test.each(answers().tests)("answer $id: $comment", ({ request, response, time }) => {
    const found = trustOf(answers()).timeOfAnswer({ ...request, ...response, proof: response.proof ?? "" });
    expect(found ?? null).toBe(time);
  });

  test.each(clocks().tests)("clock $id: $comment", ({ clock, local, lease, result }) => {
    const seen = Math.max(clock.seen, lease.issuedAt);
    const time = createWatch({ now: () => local, ticks: () => 0 }).read({ ...clock, seen });
    const state = stateOf({
      kept: { ...NOTHING, activationId: "a", refreshSecret: "s", seat: "seat" },
      isGenuine: true,
      lease: { ...lease, seat: "seat", activation: "a", fingerprint: "f", tier: "pro" },
      time,
      diskFault: null,
    });
    expect(state.name === "active" ? "active" : state.reason).toBe(result);
  });

  test.each(fingerprints().tests)("fingerprint $id: $comment", ({ components, product, text }) => {
    expect(fingerprintOf(components, product, nodeCrypto)?.text).toBe(text);
  });
  test.each(fingerprints().pairs)("pair $id: $comment", ({ one, other, same }) => {
    expect(isSameComputer(one, other)).toBe(same);
  });

  test.each(requests().tests)("request $id: $comment", async ({ call, given, request }) => {
    let sent: { path: string; body: Record<string, unknown> } | undefined;
    const license = createLicense({
      service: {
        url: "https://shop.example.com/backend",
        issuer: ISSUER,
        keys: [publicOf(nextLeaseKeys().current)],
      },
      product: "articlip",
      components: { cpu: "c" },
      ...given,
      storage: {
        ...memoryStorage(),
        // What version 0.3 stored, which needs no seal.
        read: async () =>
          JSON.stringify(
            call === "activate"
              ? { fingerprint: "x" }
              : { ...given, attemptId: call === "refresh" ? given.attemptId : "" },
          ),
      },
      crypto: nodeCrypto,
      fetch: async (url, init) => {
        sent = { path: new URL(url).pathname.replace("/backend", ""), body: JSON.parse(init.body ?? "{}") };
        throw new TypeError("nothing is there");
      },
      clock: { now: () => 0, ticks: () => 0 },
      timers: () => () => {},
    });
    if (call === "activate") await license.activate(given.licenseKey);
    if (call === "refresh") await license.refresh();
    if (call === "deactivate") await license.deactivate();
    if (call === "validate") await license.validate();
    if (call === "explain") await license.explain();
    const fingerprint = fingerprintOf({ cpu: "c" }, "articlip", nodeCrypto)?.text;
    expect(sent).toEqual({
      path: request.path,
      body: { ...request.body, fingerprint, nonce: expect.stringMatching(/^[\w-]{16,64}$/) },
    });
  });
});

test.each(VECTORS.signIns().tests)("sign-in $id: $comment", async ({ answers, pauses, result }) => {
  const computer = createComputer();
  computer.service.polls = [...answers];
  const ended = await signInStep(computer, computer.open(), () => undefined);
  expect(ended.pauses).toEqual(pauses);
  expect(ended.result.refusal?.code ?? ended.result.outcome).toBe(result);
});

describe("the second client, in Python", () => {
  const program = path.join(PACKAGE, "examples/license_client.py");
  const python = (...words: string[]) =>
    new Promise<{ exit: number; said: string }>((done) => {
      execFile("python3", [program, ...words], (error, stdout, stderr) =>
        done({ exit: Number(error?.code ?? 0), said: stdout + stderr }),
      );
    });

  test("has at most 300 lines, and passes every vector", async () => {
    expect(readFileSync(program, "utf8").split("\n").length - 1).toBeLessThanOrEqual(300);
    expect(await python("vectors", path.join(PACKAGE, "vectors"))).toEqual({
      exit: 0,
      said: "Every vector passes.\n",
    });
  });

  test("notices a vector that is wrong", async () => {
    for (const [name, make] of Object.entries(VECTORS))
      writeFileSync(
        path.join(folder, `${name}.json`),
        vectorText(make()).replace('"result": "valid"', '"result": "invalid"'),
      );
    const { exit, said } = await python("vectors", folder);
    expect(exit).toBe(1);
    expect(said).toContain("leases 1 (signed by the pinned key)");
  });

  test("takes a seat, renews it, and leaves it", async () => {
    const service = await serve();
    service.world.now = Date.now();
    const pins = path.join(folder, "pins.json");
    const keys = [publicOf(service.world.keys.current)];
    writeFileSync(pins, JSON.stringify({ url: service.url, issuer: ISSUER, keys }));
    const type = async (...words: string[]) =>
      (await python(...words, "--pins", pins, "--store", path.join(folder, "store.json"))).said;
    expect(await type("status")).toContain("needs-key");
    expect(await type("activate", KEY)).toContain("done");
    service.world.keys = nextLeaseKeys(service.world.keys);
    expect(await type("refresh")).toContain("done");
    expect(await type("status")).toContain("active");
    service.world.tamper = () => ({ status: 200, body: "<html>", proof: null });
    expect(await type("refresh")).toContain("not-reached");
    service.world.tamper = undefined;
    expect(await type("deactivate")).toContain("done");
    expect(service.world.license.device).toBeNull();
    await service.close();
  });
});
