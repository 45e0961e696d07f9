import {
  CognitoIdentityProviderClient,
  GetUserPoolMfaConfigCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler } from "../../../functions/accounts/startOperatorSession.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { operatorClaims, operatorRowOf } from "../../support/memory/operator.ts";
import { memoryQueues } from "../../support/memory/queue.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

const cognito = mockClient(CognitoIdentityProviderClient);
const wire = network();
const warned: string[] = [];
const mailed: { id: string; data: Record<string, string> }[] = [];
let rows: Rows;

beforeAll(() => {
  const environment = {
    FUNCTION_ID: "accounts/startOperatorSession",
    ORIGIN_HASHES,
    TABLE_USERS: "users",
    MAIL_QUEUE_URL: "mail",
    OPERATOR_POOL_ID: "operators",
    SECOND_FACTOR: "required",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.spyOn(console, "warn").mockImplementation((line: string) => void warned.push(JSON.parse(line).event));
  rows = memoryDynamo(wire);
  memoryQueues(wire, (_url, body) => void mailed.push(JSON.parse(body)));
});
beforeEach(() => {
  rows.clear();
  wire.plan();
  warned.length = 0;
  mailed.length = 0;
  rows.put("users", operatorRowOf({ userId: "op", sessions: [] }));
  cognito.reset();
  cognito.on(GetUserPoolMfaConfigCommand, { UserPoolId: "operators" }).resolves({ MfaConfiguration: "ON" });
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  cognito.restore();
});

const LAPTOP = "laptop-of-the-operator";

async function start({ session = "one", device = LAPTOP, country = "DE" } = {}) {
  const event = {
    headers: {
      "content-type": "application/json",
      "x-origin-secret": "origin",
      "cloudfront-viewer-country": country,
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    },
    requestContext: { authorizer: { jwt: { claims: { ...operatorClaims("op"), origin_jti: session } } } },
    body: JSON.stringify({ device }),
  };
  const { statusCode, body } = await handler(event as never, { awsRequestId: "request" } as Context);
  return { status: statusCode, body: JSON.parse(String(body)) };
}
const row = () => rows.of("users")[0] as ReturnType<typeof operatorRowOf>;
const sessions = () => row().sessions.map(({ id }) => id);

test("the first sign-in, a new device and a new country each log the alarm's event and send one mail", async () => {
  expect(await start()).toEqual({ status: 200, body: { email: "op@example.com", newPlace: true } });
  expect((await start({ session: "two" })).body.newPlace).toBe(false);
  expect((await start({ session: "three", device: "phone-of-a-stranger" })).body.newPlace).toBe(true);
  expect((await start({ session: "four", country: "BR" })).body.newPlace).toBe(true);
  expect(warned).toEqual(Array(3).fill("operator.newPlace"));
  expect(mailed.map(({ id }) => id)).toEqual(["one", "three", "four"].map((id) => `operator-sign-in:${id}`));
  expect(mailed.at(-1)?.data).toMatchObject({ country: "Brazil", browser: "Firefox on Linux" });
  expect(sessions()).toEqual(["one", "two", "three", "four"]);
  // The table stores no device secret, so a reader of the table cannot impersonate the device.
  expect(JSON.stringify(row())).not.toContain(LAPTOP);
});

test("starting the same session again changes nothing", async () => {
  await start();
  const before = row();
  expect((await start()).status).toBe(200);
  expect(row()).toEqual(before);
  expect(mailed).toHaveLength(1);
});

test("a reset second factor is reported once, even if the next sign-in comes from a known place", async () => {
  await start();
  rows.put("users", { ...row(), factorResetAt: "2026-01-01T00:00:00.000Z" });
  await start({ session: "two" });
  await start({ session: "three" });
  expect(warned).toEqual(["operator.newPlace", "operator.factorChanged"]);
  expect(mailed.at(-1)?.data.what).toMatch(/new second factor/);
});

test("an operator's session does not start if the mail about it cannot be queued", async () => {
  // The row is read twice, then the mail is queued.
  wire.plan({ at: 2, mode: "refused" });
  expect((await start()).status).toBe(500);
  expect(sessions()).toEqual([]);
});

test("no session starts if the stage requires a second factor but the user pool does not", async () => {
  cognito.on(GetUserPoolMfaConfigCommand).resolves({ MfaConfiguration: "OPTIONAL" });
  expect(await start()).toMatchObject({ status: 403, body: { code: "SECOND_FACTOR_REQUIRED" } });
  expect(sessions()).toEqual([]);
  vi.stubEnv("SECOND_FACTOR", "off");
  expect((await start()).status).toBe(200);
  vi.stubEnv("SECOND_FACTOR", "required");
});

test("each of several simultaneous sign-ins gets a session", async () => {
  const ids = ["a", "b", "c", "d", "e"];
  const answers = await Promise.all(ids.map((session) => start({ session })));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  expect(sessions().sort()).toEqual(ids);
});
