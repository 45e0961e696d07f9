import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { levelOf } from "#shared/apiKeys/levels.ts";
import { AREAS, highestLevel } from "#shared/apiKeys/scopes.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { call, send } from "../support/api.ts";
import {
  type Person,
  signInAsOperator,
  signInWithoutSession,
  signUpOperator,
  signUpPerson,
} from "../support/people.ts";
import { patchRow, rowsOf } from "../support/rows.ts";

/** Every endpoint against everybody who must not use it; generated, so a new endpoint cannot be forgotten. */
const endpoints = Object.entries<Endpoint>(ENDPOINTS);
const guarded = endpoints.filter(([, { audience }]) => audience === "customer" || audience === "operator");
const open = endpoints.filter(([, { audience }]) => audience === "public" || audience === "device");

let person: Person;
let suspended: Person;
let operator: Person;
let endedOperator: Person;
let unstarted: Person;
/** One API key with every scope, one with the least. */
let keys: { whole: string; least: string };
beforeAll(async () => {
  person = await signUpPerson();
  suspended = await signUpPerson();
  operator = await signUpOperator();
  endedOperator = await signUpOperator();
  unstarted = await signInWithoutSession(operator.email);
  await patchRow("Users", { pk: suspended.userId, sk: "account" }, "suspended", true);
  const end = Number(decodeJwt(endedOperator.accessToken).auth_time);
  await patchRow("Users", { pk: endedOperator.userId, sk: "operator" }, "sessionsValidFrom", end);
  const every = Object.fromEntries(AREAS.map((area) => [area, highestLevel(area)]));
  keys = { whole: await newKey("every scope", every), least: await newKey("least", { audit: "read" }) };
});

async function newKey(name: string, scopes: Record<string, "read" | "write" | "critical">): Promise<string> {
  const key = { name: `${name} ${operator.userId.slice(0, 8)}`, scopes, expiresInDays: 1 };
  const { status, body } = await call("apiKeys/createApiKey", key, { token: operator.accessToken });
  expect(status).toBe(200);
  return String(body.secret);
}

/** Ends the session that it is called with. */
const endsItself = (contract: Endpoint) => contract === ENDPOINTS["accounts/endOperatorSession"];
const ENDED = { code: "SESSION_ENDED" };

const attempt = (contract: Endpoint, token: string | undefined, headers: Record<string, string> = {}) =>
  send(contract, contract.method === "GET" ? undefined : "{}", { token, headers });

/** Whatever the endpoint thinks of the input, it is there and can do its work. */
const expectLetIn = ({ status, body }: Awaited<ReturnType<typeof attempt>>) => {
  expect([401, 403], JSON.stringify(body)).not.toContain(status);
  expect(status, JSON.stringify(body)).toBeLessThan(500);
};

/** A token with another payload under the old signature. */
function forge(token: string, claims: Record<string, unknown>): string {
  const [header, payload, signature] = token.split(".");
  const changed = { ...JSON.parse(Buffer.from(payload ?? "", "base64url").toString()), ...claims };
  return [header, Buffer.from(JSON.stringify(changed)).toString("base64url"), signature].join(".");
}

describe.each(guarded)("%s", (_id, contract) => {
  test("anonymous: 401", async () => {
    expect((await attempt(contract, undefined)).status).toBe(401);
  });
  test("no token at all behind the word Bearer: 401", async () => {
    expect((await attempt(contract, "nonsense")).status).toBe(401);
  });
  test("an ID token in place of an access token: 401", async () => {
    expect((await attempt(contract, person.idToken)).status).toBe(401);
  });
  test("a token whose claims were changed: 401", async () => {
    const token = forge(person.accessToken, { "cognito:groups": ["operators"] });
    expect((await attempt(contract, token)).status).toBe(401);
  });
  test("an unsigned token: 401", async () => {
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    const [, payload] = person.accessToken.split(".");
    expect((await attempt(contract, `${none}.${payload}.`)).status).toBe(401);
  });
  if (contract.audience === "operator") {
    test("a customer: 401, whatever the token", async () => {
      for (const token of [person.accessToken, person.idToken])
        expect((await attempt(contract, token)).status).toBe(401);
    });
    test("an operator's ID token: 401", async () => {
      expect((await attempt(contract, operator.idToken)).status).toBe(401);
    });
    test("an operator whose sessions have ended: 401", async () => {
      expect(await attempt(contract, endedOperator.accessToken)).toMatchObject({ status: 401, body: ENDED });
    });
    test("a header that names another operator: 403", async () => {
      const named = { "x-user-id": endedOperator.userId };
      expect(await attempt(contract, operator.accessToken, named)).toMatchObject({
        status: 403,
        body: { code: "FORBIDDEN" },
      });
    });
    test("an operator is let in", async () => {
      expectLetIn(await attempt(contract, operator.accessToken));
      if (endsItself(contract)) operator = await signInAsOperator(operator.email);
    });
    test("an API key in place of a token: 401; at its own door, what its scopes reach", async () => {
      expect((await attempt(contract, keys.whole)).status).toBe(401);
      const door = { ...contract, path: `/scripts${contract.path}` } as const;
      expect((await attempt(door, undefined)).status).toBe(401);
      if (levelOf(contract) === null) return expect((await attempt(door, keys.whole)).status).toBe(404);
      expectLetIn(await attempt(door, keys.whole));
      if (contract !== ENDPOINTS["audit/listAudit"])
        expect(await attempt(door, keys.least)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    });
    if (!contract.beforeSession)
      test("an operator's sign-in whose session has not started: 401", async () => {
        expect(await attempt(contract, unstarted.accessToken)).toMatchObject({ status: 401, body: ENDED });
      });
  } else {
    test("an operator: 401, whatever the token", async () => {
      for (const token of [operator.accessToken, operator.idToken])
        expect((await attempt(contract, token)).status).toBe(401);
    });
    test(contract.whileSuspended ? "a suspended account is let in" : "a suspended account: 403", async () => {
      const answer = await attempt(contract, suspended.accessToken);
      if (contract.whileSuspended) return expectLetIn(answer);
      expect(answer).toMatchObject({ status: 403, body: { code: "ACCOUNT_SUSPENDED" } });
    });
    test("a header that names another user: 403", async () => {
      expect(await attempt(contract, person.accessToken, { "x-user-id": suspended.userId })).toMatchObject({
        status: 403,
        body: { code: "FORBIDDEN" },
      });
    });
  }
});

test.each(open)("%s requires no sign-in", async (_id, contract) => {
  expectLetIn(await attempt(contract, undefined));
});

test("one's own id in the header is fine", async () => {
  const answer = await call(
    "licenses/listSeats",
    {},
    {
      token: person.accessToken,
      headers: { "x-user-id": person.userId },
    },
  );
  expect(answer.status).toBe(200);
});

test("another user's seats are not in one's own list", async () => {
  const other = await signUpPerson();
  await call("licenses/createFreeKey", {}, { token: other.accessToken });
  expect((await call("licenses/listSeats", {}, { token: person.accessToken })).body.seats).toEqual([]);
  expect((await rowsOf("Seats")).filter((row) => row.userId === other.userId)).toHaveLength(1);
});
