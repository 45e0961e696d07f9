import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { License, SignInCode } from "../../../packages/license-client/src/api.ts";
import { runs } from "../../support/runs.ts";
import { type Computer, createComputer } from "./computer.ts";
import { hostile, json, replaced, stranger } from "./hostileAnswers.ts";
import { type Answer, ISSUER, KEY } from "./service.ts";
import { signToken } from "./sign.ts";
import { signInStep } from "./signingIn.ts";

let computer: Computer;
let license: License;
beforeEach(async () => {
  computer = createComputer();
  license = computer.open();
  await license.activate(KEY);
});

const CALLS = ["activate", "refresh", "deactivate", "validate", "explain", "sendReports"] as const;
type Call = (typeof CALLS)[number];
const make = (call: Call) => (call === "activate" ? license.activate(KEY) : license[call]());

const HTML = "<!doctype html><title>Hotel Wi-Fi</title><p>Please sign in.";
const portal = (status: number, body = HTML): Answer => ({ status, body, proof: null });

describe.each(CALLS)("%s through", (call) => {
  test.each<[string, (answer: Answer) => Answer]>([
    ["a hotel's sign-in page", () => portal(200)],
    ["a redirect to a sign-in page", () => portal(302, "")],
    ["a firewall that answers 403", () => portal(403)],
    ["a firewall that answers in our format", () => portal(403, '{"code":"REVOKED","error":"No"}')],
    [
      "a proxy that answers 200 with our refusal",
      () => portal(200, '{"code":"CLONE_SUSPECTED","error":"No"}'),
    ],
    ["a connection that breaks off the answer", (answer) => ({ ...answer, body: answer.body.slice(0, -9) })],
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
    // The service handled the call before its answer was changed, so another call finds the work done.
    if (call === "deactivate") expect((await license.deactivate()).outcome).toBe("done");
    else expect(await license.refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
    expect((await license.sendReports()).waiting).toBe(call === "deactivate" ? 1 : 0);
  });
});

test("a repeated old answer changes nothing", async () => {
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

test.each(CALLS)("any answer to %s loses nothing and throws nothing", async (call) => {
  await license.report("video_created", { title: "Kept" });
  await fc.assert(
    fc.asyncProperty(hostile, async (given) => {
      computer.service.tamper = (answer, nonce) => replaced(computer, given, answer, nonce);
      await make(call);
      expect((await license.state()).name).toBe("active");
      computer.service.license = { ...computer.service.license, leases: [] };
    }),
    { numRuns: runs(120) },
  );
  computer.service.tamper = undefined;
  // One more call settles the work that the service did while its answers were changed.
  expect(await license.refresh()).toMatchObject({
    outcome: call === "deactivate" ? expect.any(String) : "done",
  });
  if (call !== "deactivate") expect((await license.sendReports()).waiting).toBe(0);
});

test.each(["start", "poll"] as const)(
  "any wrong answer to the %s of a sign-in keeps the seat, and a wrong answer to a poll does not end the sign-in",
  async (call) => {
    const bounds = call === "start" ? { minLength: 1, maxLength: 1 } : { minLength: 1, maxLength: 3 };
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, bounds), async (answers) => {
        computer = createComputer();
        license = computer.open();
        await license.activate(KEY);
        const left = [...answers];
        computer.service.tamper = (answer, nonce) => {
          const isAsked = computer.service.calls.at(-1) === `/api/license/sign-in/${call}`;
          const given = isAsked ? left.shift() : undefined;
          return given ? replaced(computer, given, answer, nonce) : answer;
        };
        // The customer approves before the first poll, so every genuine answer has the seat.
        const { result } = await signInStep(computer, license, () => undefined, [
          () => computer.answerSignIn(true),
        ]);
        expect(result.outcome).toBe(call === "start" ? "not-reached" : "done");
        expect(left).toEqual([]);
        expect((await license.state()).name).toBe("active");
      }),
      { numRuns: runs(120) },
    );
  },
);

test("any wrong answer file is refused, and nothing is lost", async () => {
  await license.requestOffline();
  const before = new Map(computer.kept);
  const leases = fc.oneof(
    fc.string(),
    fc.anything(),
    fc
      .dictionary(fc.string(), fc.jsonValue())
      .map((claims) => signToken(stranger.current, "lease+jwt", claims)),
  );
  const files = fc.oneof(
    json,
    fc
      .record({ lease: leases, chain: fc.oneof(fc.anything(), fc.array(leases)) }, { requiredKeys: [] })
      .map((file) => JSON.stringify(file, (_key, value) => (typeof value === "bigint" ? `${value}` : value))),
  );
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      expect(await license.acceptOffline(file)).toMatchObject({
        outcome: "refused",
        refusal: { code: "ANSWER_INVALID" },
        state: { name: "active" },
      });
      expect(computer.kept).toEqual(before);
    }),
    { numRuns: runs(120) },
  );
});

/** Known fields with meaningless values. */
const nonsense = fc
  .record(
    {
      code: fc.constantFrom("VALID", "", "REVOKED", "toString", 7),
      error: fc.anything(),
      field: fc.anything(),
      details: fc.oneof(
        fc.anything(),
        fc.record({ retry_after_seconds: fc.double(), retry_at: fc.string() }),
      ),
      deviceCode: fc.constantFrom("", "code", 1),
      userCode: fc.constantFrom("", "WDJB-MJHT", 1),
      verificationUriComplete: fc.constantFrom("/activate", "http://[", "https://example.net/", 1),
      expiresIn: fc.double(),
      interval: fc.double(),
      status: fc.oneof(fc.constantFrom("pending", "denied", "toString"), fc.anything()),
      leased: fc.anything(),
      sentence: fc.constantFrom("Why.", 1),
      cause: fc.constantFrom("", 1),
      fix: fc.constantFrom("", 1),
      retry_at: fc.string(),
      button: fc.record({ label: fc.anything(), href: fc.constantFrom("http://[", "javascript:0", "/", 1) }),
      recorded: fc.anything(),
      expiresAt: fc.anything(),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value, (_key, one) => (typeof one === "bigint" ? `${one}` : one)));
const SIGNED = { status: fc.constantFrom(200, 400, 403, 409, 429, 503), proof: fc.constant("service") };
const fault = fc.record({ ...SIGNED, body: fc.oneof(nonsense, json) });

test.each([...CALLS, "signIn"] as const)(
  "if a faulty service signs any answer to %s, no call rejects, and the texts can be shown",
  async (call) => {
    await fc.assert(
      fc.asyncProperty(fault, async (given) => {
        computer = createComputer();
        license = computer.open();
        await license.activate(KEY);
        await license.report("video_created");
        computer.service.tamper = (answer, nonce) => replaced(computer, given, answer, nonce);
        const shown: SignInCode[] = [];
        const made =
          call === "signIn"
            ? (await signInStep(computer, license, (code) => void shown.push(code))).result
            : await make(call);
        expect(() => JSON.stringify([made, shown])).not.toThrow();
        for (const { urlWithCode } of shown) expect(new URL(urlWithCode).origin).toBe(ISSUER);
        expect(datesIn(made).filter((date) => Number.isNaN(date.getTime()))).toEqual([]);
        await license.state();
      }),
      { numRuns: runs(120) },
    );
  },
);

function datesIn(value: unknown): Date[] {
  if (value instanceof Date) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(datesIn) : [];
}
