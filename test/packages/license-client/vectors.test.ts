import { describe, expect, test } from "vitest";
import { clockAfterAnswer, createWatch } from "../../../packages/license-client/src/clock.ts";
import { NO_LIMIT } from "../../../packages/license-client/src/entitlements.ts";
import { fingerprintOf, isSameComputer } from "../../../packages/license-client/src/fingerprint.ts";
import { createKeeper } from "../../../packages/license-client/src/keeper.ts";
import { createLicense } from "../../../packages/license-client/src/license.ts";
import { memoryStorage } from "../../../packages/license-client/src/memoryStorage.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { createOffline } from "../../../packages/license-client/src/offline.ts";
import { endsActivation, isAboutLicense, stateOf } from "../../../packages/license-client/src/states.ts";
import { NOTHING, seal } from "../../../packages/license-client/src/store.ts";
import { createTrust } from "../../../packages/license-client/src/trust.ts";
import { LICENSE_CODES } from "../../../packages/license-client/src/wire.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { VECTORS } from "../../support/licenseVectors.ts";
import { createComputer } from "./computer.ts";
import { ISSUER } from "./service.ts";
import { publicOf } from "./sign.ts";
import { signInStep } from "./signingIn.ts";

test("codes.json has every code but VALID", () => {
  const codes = VECTORS.codes.tests.map(({ code }) => code);
  expect(LICENSE_CODES.filter((code) => !codes.includes(code))).toEqual(["VALID"]);
});

describe("the library passes", () => {
  const { chains, leases, answers, clocks, codes, fingerprints, requests } = VECTORS;
  const trustOf = ({ issuer, pinned, chain }: typeof leases | typeof answers) => {
    const trust = createTrust(issuer, pinned, nodeCrypto);
    trust.follow(chain);
    return trust;
  };

  test.each(chains.tests)("chain $id: $comment", ({ chain, kid, result }) => {
    const { issuer, pinned } = chains;
    const trust = createTrust(issuer, pinned, nodeCrypto);
    trust.follow(chain);
    const header = Buffer.from(JSON.stringify({ kid })).toString("base64url");
    expect(trust.knows(header) ? "trusted" : "unknown").toBe(result);
  });

  test.each(leases.tests)("lease $id: $comment", ({ token, result }) => {
    const file = leases;
    const lease = trustOf(file).ownLease(token, file.activation, file.fingerprint);
    expect(lease === undefined ? "invalid" : "valid").toBe(result);
  });

  test.each(answers.tests)("answer $id: $comment", ({ request, response, time }) => {
    const found = trustOf(answers).timeOfAnswer({ ...request, ...response, proof: response.proof ?? "" });
    expect(found ?? null).toBe(time);
  });

  test.each(clocks.tests)("clock $id: $comment", ({ clock, local, lease, result }) => {
    const seen = Math.max(clock.seen, lease.issuedAt);
    const time = createWatch({ now: () => local, ticks: () => 0 }).read({ ...clock, seen });
    const state = stateOf({
      kept: { ...NOTHING, activationId: "a", refreshSecret: "s", seat: "seat" },
      isGenuine: true,
      lease: {
        ...lease,
        seat: "seat",
        activation: "a",
        fingerprint: "f",
        tier: "pro",
        entitlements: NO_LIMIT,
        nonce: "",
      },
      time,
      diskFault: null,
    });
    expect(state.name === "active" ? "active" : state.reason).toBe(result);
  });

  test.each(clocks.answers)("answered clock $id: $comment", ({ clock, local, lease, result }) => {
    const { offset, seen, asked } = clockAfterAnswer(clock, lease, local);
    const isOver = lease.endsAt <= Math.max(local + offset, seen);
    expect(isOver ? "ANSWER_EXPIRED" : { offset, seen }).toEqual(result);
    expect(asked).toBe(0);
  });

  test.each(codes.tests)("code $id: $comment", ({ code, result }) => {
    const standing = isAboutLicense(code) ? "stands" : "nothing";
    expect(endsActivation(code) ? "forgets" : standing).toBe(result);
  });

  test.each(fingerprints.tests)("fingerprint $id: $comment", ({ components, product, text }) => {
    expect(fingerprintOf(components, product, nodeCrypto)?.text).toBe(text);
  });
  test.each(fingerprints.pairs)("pair $id: $comment", ({ one, other, same }) => {
    expect(isSameComputer(one, other)).toBe(same);
  });

  test.each(requests.tests)("request $id: $comment", async ({ call, given, request }) => {
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
        // The stored text of version 0.3, which has no seal.
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

test.each(VECTORS.offline.tests)("offline $id: $comment", async ({ answer, nonce, time, result }) => {
  const { issuer, pinned, fingerprint } = VECTORS.offline;
  const trust = createTrust(issuer, pinned, nodeCrypto);
  const storage = memoryStorage();
  const kept = { ...NOTHING, nonce };
  const own = { text: fingerprint, secrets: new Map([["c", "secret"]]) };
  await storage.write("license", seal(kept, own, nodeCrypto));
  const clock = { now: () => time, ticks: () => 0 };
  const parts = { storage, crypto: nodeCrypto, clock } as never;
  const keeper = createKeeper(parts, own, trust, []);
  const { acceptOffline } = createOffline({ parts, fingerprint: own, trust, keeper, seat: {} as never });
  const { outcome, refusal } = await acceptOffline(answer);
  expect(refusal?.code ?? outcome).toBe(result);
});

test.each(VECTORS.signIns.tests)("sign-in $id: $comment", async ({ answers, pauses, result }) => {
  const computer = createComputer();
  computer.service.polls = [...answers];
  const ended = await signInStep(computer, computer.open(), () => undefined);
  expect(ended.pauses).toEqual(pauses);
  expect(ended.result.refusal?.code ?? ended.result.outcome).toBe(result);
});
