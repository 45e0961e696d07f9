import fc from "fast-check";
import { expect, test } from "vitest";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { runs } from "../../support/runs.ts";
import { createComputer } from "./computer.ts";
import { json, stranger } from "./hostileAnswers.ts";
import { ISSUER, KEY } from "./service.ts";
import { digestOf, publicOf, signToken } from "./sign.ts";

const KEYS = "/api/license/keys.json";

/** Shared, because creating keys is slow. Applications pin the first key, and the service signs with the third. */
const first = nextLeaseKeys();
const third = nextLeaseKeys(nextLeaseKeys(first));
const genuine = third.chain ?? [];

const statement = fc.oneof(
  fc.string(),
  fc.anything(),
  fc.constantFrom(...genuine),
  fc
    .constantFrom(...genuine)
    .chain((link) => fc.nat(link.length).map((at) => `${link.slice(0, at)}A${link.slice(at + 1)}`)),
  fc
    .constantFrom("key+jwt", "lease+jwt", "answer+jwt")
    .map((type) => signToken(stranger.current, type, publicOf(stranger.current))),
  fc.constant(
    signToken({ ...stranger.current, kid: first.current.kid }, "key+jwt", publicOf(stranger.current)),
  ),
  fc.dictionary(fc.string(), fc.jsonValue()).map((claims) => signToken(stranger.current, "key+jwt", claims)),
);
const published = fc.record(
  {
    keys: fc.oneof(fc.anything(), fc.constant([publicOf(stranger.current)])),
    chain: fc.oneof(fc.anything(), fc.array(statement, { maxLength: 8 })),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  json,
  published.map((given) =>
    JSON.stringify(given, (_key, value) => (typeof value === "bigint" ? `${value}` : value)),
  ),
);

function chainIn(text: string): unknown[] {
  try {
    const { chain } = JSON.parse(text) ?? {};
    return Array.isArray(chain) ? chain : [];
  } catch {
    return [];
  }
}

test("whatever is published as the lease keys, the client trusts no stranger's keys and loses nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      body,
      fc.integer({ min: 100, max: 599 }),
      fc.boolean(),
      async (text, status, isStranger) => {
        const computer = createComputer(first);
        const license = computer.open();
        await license.activate(KEY);
        computer.service.keys = third;
        computer.service.tamper = (answer, nonce) => {
          const path = computer.service.calls.at(-1);
          if (path === KEYS) return { status, body: text, proof: null };
          if (!isStranger) return answer;
          const iat = Math.floor(computer.service.now / 1000);
          const claims = {
            iss: ISSUER,
            nonce,
            path,
            status: answer.status,
            digest: digestOf(answer.body),
            iat,
          };
          return { ...answer, proof: signToken(stranger.current, "answer+jwt", claims) };
        };
        const { outcome, state } = await license.refresh();
        expect(state.name).toBe("active");
        const links = chainIn(text);
        const isLed = genuine.every((link) => links.includes(link));
        expect(outcome).toBe(!isStranger && isLed ? "done" : "not-reached");
        expect(computer.service.calls.at(-1)).toBe(KEYS);
        computer.service.tamper = undefined;
        expect(await computer.open().refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
      },
    ),
    // A link with an extra character contains the genuine link, but is invalid.
    {
      numRuns: runs(120),
      examples: [[JSON.stringify({ chain: [`${genuine[1]}A`, genuine[0]] }), 200, false]],
    },
  );
});
