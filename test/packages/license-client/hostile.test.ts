import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { License } from "../../../packages/license-client/src/api.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { runs } from "../../support/runs.ts";
import { type Computer, createComputer } from "./computer.ts";
import { type Answer, KEY } from "./service.ts";
import { digestOf, signToken } from "./sign.ts";

let computer: Computer;
let license: License;
beforeEach(async () => {
  computer = createComputer();
  license = computer.open();
  await license.activate(KEY);
});

const CALLS = ["activate", "refresh", "deactivate", "validate", "sendReports"] as const;
type Call = (typeof CALLS)[number];
const make = (call: Call) => (call === "activate" ? license.activate(KEY) : license[call]());

const HTML = "<!doctype html><title>Hotel Wi-Fi</title><p>Please sign in.";
const portal = (status: number, body = HTML): Answer => ({ status, body, proof: null });

describe.each(CALLS)("%s through", (call) => {
  test.each<[string, (answer: Answer) => Answer]>([
    ["a hotel's sign-in page", () => portal(200)],
    ["a redirect to it", () => portal(302, "")],
    ["a firewall that says 403", () => portal(403)],
    ["a firewall that speaks our language", () => portal(403, '{"code":"REVOKED","error":"No"}')],
    [
      "a proxy that answers 200 with our refusal",
      () => portal(200, '{"code":"CLONE_SUSPECTED","error":"No"}'),
    ],
    ["a connection that breaks in the answer", (answer) => ({ ...answer, body: answer.body.slice(0, -9) })],
    ["a proxy that drops headers", (answer) => ({ ...answer, proof: null })],
    ["a proxy that changes the status", (answer) => ({ ...answer, status: 409 })],
    [
      "an interceptor that rewrites the answer",
      (answer) => ({ ...answer, body: answer.body.replace("VALID", "EXPIRED") }),
    ],
  ])("%s changes nothing", async (_name, tamper) => {
    await license.report("video_created");
    const before = JSON.parse(computer.kept.get("license") ?? "{}").content;
    computer.service.tamper = tamper;
    await make(call);
    expect(await license.state()).toMatchObject({ name: "active" });
    computer.service.tamper = undefined;
    const { licenseKey, activationId } = JSON.parse(before);
    expect(JSON.parse(JSON.parse(computer.kept.get("license") ?? "{}").content)).toMatchObject({
      licenseKey,
      activationId,
      refusal: null,
    });
    // The service has done what it was asked behind the tampered answer: leaving again finds it done.
    if (call === "deactivate") expect((await license.deactivate()).outcome).toBe("done");
    else expect(await license.refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
    expect((await license.sendReports()).waiting).toBe(call === "deactivate" ? 1 : 0);
  });
});

test("an old answer that is sent again changes nothing", async () => {
  let first: Answer | undefined;
  computer.service.tamper = (answer) => {
    first ??= answer;
    return first;
  };
  await license.refresh();
  expect((await license.refresh()).outcome).toBe("not-reached");
  computer.service.tamper = undefined;
  expect((await license.refresh()).outcome).toBe("done");
});

/** Anything at all; and things that look like ours, signed by ourselves, by a stranger, or for another request. */
const stranger = nextLeaseKeys();
const json = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        code: fc.constantFrom("VALID", "REVOKED", "CLONE_SUSPECTED", "NOT_FOUND", "constructor", "__proto__"),
        error: fc.string(),
        activationId: fc.oneof(fc.string(), fc.constant("a".repeat(36))),
        refreshSecret: fc.oneof(fc.string(), fc.constant("s".repeat(43))),
        lease: fc.oneof(fc.string(), fc.constant("a.b.c")),
        expiresAt: fc.oneof(fc.constant(null), fc.string(), fc.integer()),
        recorded: fc.anything(),
        details: fc.anything(),
        field: fc.oneof(fc.string(), fc.constant("entries.0")),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value) ?? ""),
  fc.string(),
);
const hostile = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 204, 301, 302, 304, 400, 403, 404, 407, 409, 429, 500, 502, 503, 511),
    fc.integer(),
  ),
  body: json,
  proof: fc.constantFrom("none", "random", "stranger", "replayed"),
});

test.each(CALLS)("whatever is answered to %s: nothing is lost, nothing is thrown", async (call) => {
  await license.report("video_created", { title: "Kept" });
  await fc.assert(
    fc.asyncProperty(hostile, async ({ status, body, proof }) => {
      computer.service.tamper = (answer, nonce) => {
        const claims = {
          iss: "https://shop.example.com",
          nonce,
          path: "/api/license/refresh",
          status,
          digest: digestOf(body),
          iat: 1,
        };
        const proofs = {
          none: null,
          random: body,
          stranger: proof === "stranger" ? signToken(stranger.current, "answer+jwt", claims) : null,
          replayed: answer.proof,
        };
        return { status, body, proof: proofs[proof as keyof typeof proofs] };
      };
      await make(call);
      expect((await license.state()).name).toBe("active");
      computer.service.license = { ...computer.service.license, leases: [] };
    }),
    { numRuns: runs(340) },
  );
  computer.service.tamper = undefined;
  // What the service did behind the tampered answers is settled by one more call.
  expect(await license.refresh()).toMatchObject({
    outcome: call === "deactivate" ? expect.any(String) : "done",
  });
  if (call !== "deactivate") expect((await license.sendReports()).waiting).toBe(0);
});
