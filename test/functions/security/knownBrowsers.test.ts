import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DAY, MINUTE, SECOND } from "#shared/instant.ts";
import type { Signal } from "#shared/security/signal.ts";
import { handler as endSession } from "../../../functions/accounts/endSession.ts";
import { handler as listSessions } from "../../../functions/accounts/listSessions.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { deleteSessions } from "../../../functions/accounts/sessions/table.ts";
import { handler as startSession } from "../../../functions/customers/startSession.ts";
import { handler as observe } from "../../../functions/security/observe.ts";
import { createUser } from "../../../functions/users/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { memoryQueues } from "../../support/memory/queue.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

const START = new Date("2026-11-22T10:00:00.000Z");
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";
const CHROME =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
type Browser = { userAgent: string; session: string; signedInAt: number };

const wire = network();
let rows: Rows;
let waiting: Signal[];
let told: string[];
beforeAll(() => {
  const environment = { ORIGIN_HASHES, SECURITY_QUEUE_URL: "security", MAIL_QUEUE_URL: "mail" };
  for (const [name, value] of Object.entries({ ...environment, DENIED_NETWORKS: "" }))
    vi.stubEnv(name, value);
  for (const table of ["alerts", "limits", "users"]) vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.stubEnv("FUNCTION_ID", "customers/startSession");
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
  memoryQueues(wire, (queue, body) => {
    const message = JSON.parse(body);
    if (queue === "mail") told.push(message.id);
    else if (message.kind === "signIn") waiting.push(message);
  });
});
beforeEach(async () => {
  rows.clear();
  wire.plan();
  [waiting, told] = [[], []];
  vi.setSystemTime(START);
  await createUser(newAccount("ann", "ann@example.com", START));
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const passes = (time: number): void => void vi.setSystemTime(Date.now() + time);

async function ask(handler: unknown, { userAgent, session, signedInAt }: Browser, input?: object) {
  const claims = { sub: "ann", token_use: "access", origin_jti: session, auth_time: String(signedInAt) };
  const event = {
    headers: {
      "content-type": "application/json",
      "x-origin-secret": "origin",
      "user-agent": userAgent,
      "cloudfront-viewer-country": "DE",
    },
    requestContext: { authorizer: { jwt: { claims } } },
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  };
  const answer = await (handler as typeof endSession)(event as never, { awsRequestId: "request" } as Context);
  const { statusCode, body } = answer as { statusCode: number; body: string };
  expect(statusCode, body).toBe(200);
  return JSON.parse(body);
}

async function signIn(userAgent: string, session: string): Promise<Browser> {
  passes(MINUTE);
  const browser = { userAgent, session, signedInAt: Date.now() / SECOND };
  await ask(startSession, browser, {});
  return browser;
}

async function observed(): Promise<void> {
  const messages = waiting
    .splice(0)
    .map((signal, at) => ({ messageId: `${at}`, body: JSON.stringify(signal) }));
  const answer = await observe({ Records: messages } as never, { awsRequestId: "request" } as Context);
  expect(answer).toEqual({ batchItemFailures: [] });
}

async function enters(userAgent: string, session: string): Promise<Browser> {
  const browser = await signIn(userAgent, session);
  await observed();
  return browser;
}
const signOut = (browser: Browser): Promise<unknown> => ask(endSession, browser, {});
const mails = (...sessions: string[]) => sessions.map((session) => `new-sign-in:${session}`);

test("the first sign-in of an account sends no mail, even if its two messages arrive in reverse order", async () => {
  const browser = await signIn(FIREFOX, "one");
  await ask(startSession, browser, {});
  expect(waiting).toHaveLength(2);
  waiting.reverse();
  await observed();
  expect(told).toEqual([]);
});

test("after a sign-out, a sign-in from the same browser sends no mail, and a sign-in from another browser does", async () => {
  await signOut(await enters(FIREFOX, "one"));
  await signOut(await enters(FIREFOX, "two"));
  expect(told).toEqual([]);
  await enters(CHROME, "thief");
  expect(told).toEqual(mails("thief"));
});

test("a sign-in after 90 days of absence sends one mail, even if its call is repeated", async () => {
  await enters(FIREFOX, "one");
  passes(91 * DAY);
  // The table's TTL would delete these rows.
  await deleteSessions("ann");
  const thief = await signIn(CHROME, "thief");
  await ask(startSession, thief, {});
  waiting.reverse();
  await observed();
  expect(told).toEqual(mails("thief"));
});

test("after an owner reclaims the account, the first sign-in sends a mail, because all browsers are forgotten", async () => {
  await enters(CHROME, "stranger");
  await deleteSessions("ann", new Date(Date.now() + MINUTE).toISOString());
  passes(MINUTE);
  await enters(FIREFOX, "owner");
  expect(told).toEqual(mails("owner"));
});

test("a browser stays known after a sign-out while another browser is signed in", async () => {
  await enters(FIREFOX, "laptop");
  const phone = await enters(CHROME, "phone");
  await signOut(phone);
  await enters(CHROME, "phone once more");
  expect(told).toEqual(mails("phone"));
});

test("a replaced session's browser stays known, even before the new sign-in is processed", async () => {
  await enters(CHROME, "phone");
  const former = await enters(FIREFOX, "former");
  const latest = await signIn(FIREFOX, "latest");
  await ask(endSession, latest, { id: former.session, replaced: true });
  await observed();
  expect(told).toEqual(mails("former"));
});

test("a browser is unknown after its session was ended in the list of sessions", async () => {
  const laptop = await enters(FIREFOX, "laptop");
  const thief = await enters(CHROME, "thief");
  await ask(endSession, laptop, { id: thief.session });
  await enters(CHROME, "thief once more");
  expect(told).toEqual(mails("thief", "thief once more"));
});

test("an ended session is not listed, although its browser stays known", async () => {
  await signOut(await enters(FIREFOX, "one"));
  const former = await enters(FIREFOX, "two");
  const latest = await enters(FIREFOX, "three");
  await ask(endSession, latest, { id: former.session, replaced: true });
  const { sessions } = await ask(listSessions, latest);
  expect(sessions.map(({ id }: { id: string }) => id)).toEqual(["three"]);
  expect(rows.of("users").filter(({ sk }) => String(sk).startsWith("session#"))).toHaveLength(3);
});
