import {
  AccountSuspendedException,
  GetAccountCommand,
  InternalServiceErrorException,
  MessageRejected,
  SESv2Client,
  SendEmailCommand,
  SendingPausedException,
  TooManyRequestsException,
} from "@aws-sdk/client-sesv2";
import type { Context, SQSEvent } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY, HOUR, MINUTE, SECOND } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler } from "../../../functions/mail/deliver.ts";
import { incidentMail } from "../../../functions/mail/mailings/rules.ts";
import { markResolved } from "../../../functions/mail/mailings/table.ts";
import { handler as resume } from "../../../functions/mail/resumeWaiting.ts";
import { waitingOf } from "../../../functions/mail/waiting/rules.ts";
import { listUnsent } from "../../../functions/mail/waiting/unsent.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { createUser, markDeleted } from "../../../functions/users/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { inProcess, type Mode, network } from "../../support/memory/network.ts";
import { memoryDelays } from "../../support/memory/queue.ts";

const NOW = new Date("2026-11-25T12:00:00.000Z");
const ses = mockClient(SESv2Client);
const wire = network();
/** SES's quota. `taken` holds the subject and the time of each mail that SES accepted. */
let quota: { rate: number; max: number; sent: number };
let fails: Error | undefined;
let taken: { subject: string; at: number }[];
let queue: { body: string; at: number }[];
let rows: Rows;

beforeAll(() => {
  const environment = {
    FUNCTION_ID: "mail/deliver",
    TABLE_USERS: "users",
    TABLE_EVENTS: "events",
    TABLE_INSIGHTS: "insights",
    MAIL_QUEUE_URL: "mail",
    SITE_URL: "https://shop.example.com",
    OPERATOR_EMAIL: "operator@example.com",
    MAIL_FROM: "shop@example.com",
    MAIL_SETTINGS: "mail",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  rows = memoryDynamo(wire);
  memoryDelays(wire, ({ body, delay }) => void queue.push({ body, at: Date.now() + delay * SECOND }));
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockClear().mockReturnValue();
  rows.clear();
  wire.plan();
  [quota, fails, taken, queue] = [{ rate: 14, max: 50_000, sent: 0 }, undefined, [], []];
  ses.reset();
  ses.on(GetAccountCommand).callsFake(() => ({
    SendingEnabled: true,
    SendQuota: { MaxSendRate: quota.rate, Max24HourSend: quota.max, SentLast24Hours: quota.sent },
  }));
  ses.on(SendEmailCommand).callsFake(({ Content }) => {
    if (fails) throw fails;
    if (quota.sent >= quota.max) throw refusal("Daily message quota exceeded");
    quota.sent += 1;
    taken.push({ subject: Content.Simple.Subject.Data, at: Date.now() });
    return {};
  });
  await createUser(newAccount("ann", "ann@example.com", new Date()));
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  ses.restore();
});

const refusal = (message: string) => new TooManyRequestsException({ message, $metadata: {} });
const exhaust = () => {
  quota.sent = quota.max;
};
const regain = () => {
  quota.sent = 0;
};

const to = { userId: "ann" };
const code = (): Mail => ({
  id: "code",
  to,
  template: "emailCode",
  data: { code: "123456", minutes: "15" },
  useBy: new Date(Date.now() + 15 * MINUTE).toISOString(),
});
const receipt = (number = "R-1"): Mail => ({
  id: `receipt:${number}`,
  to,
  template: "receipt",
  data: { number, amount: "$30.00", product: "Pro", paidUntil: "December 25, 2026", invoiceUrl: "" },
});
const ended: Mail = {
  id: "ended",
  to,
  template: "subscriptionEnded",
  data: { endedOn: "November 3, 2026" },
};
const incident = (state: "identified" | "resolved") =>
  incidentMail(
    {
      id: "mailing",
      incident: { id: "incident-1", title: "Voices fail", state, services: ["shop"] },
      message: "A supplier is down.",
      at: NOW.toISOString(),
    },
    "ann",
    "token",
  );

const context = { awsRequestId: "request", getRemainingTimeInMillis: () => 60_000 } as Context;
/** Delivers a message in a process that may be killed. @returns whether the queue delivers it again */
async function delivered(body: string): Promise<boolean> {
  const answer = await inProcess(() => handler({ Records: [{ messageId: "1", body }] } as SQSEvent, context));
  return answer === "killed" || answer.batchItemFailures.length > 0;
}
async function send(...mails: Mail[]): Promise<void> {
  for (const mail of mails) expect(await delivered(JSON.stringify(mail))).toBe(false);
}
/** Runs the schedule once, and delivers, in order, the messages that become due within a minute. */
async function passMinute(): Promise<void> {
  const end = Date.now() + MINUTE;
  await resume({}, context);
  for (;;) {
    const next = queue.filter(({ at }) => at < end).sort((a, b) => a.at - b.at)[0];
    if (next === undefined) break;
    queue.splice(queue.indexOf(next), 1);
    vi.setSystemTime(Math.max(Date.now(), next.at));
    if (await delivered(next.body)) queue.push({ ...next, at: Date.now() + 6 * MINUTE });
  }
  vi.setSystemTime(end);
}
async function pass(ms: number): Promise<void> {
  for (let minutes = Math.ceil(ms / MINUTE); minutes > 0; minutes -= 1) await passMinute();
}
const subjects = () => taken.map(({ subject }) => subject);
const mailRow = (id: string) => rows.partition("events", `mail#${id}`)[0];
const waiting = () => rows.partition("events", "waitingMail");

test("after a day without quota, receipts are sent and codes have expired", async () => {
  exhaust();
  await send(code(), receipt());
  expect(await listUnsent("waitingMail", 26)).toHaveLength(2);
  await pass(DAY);
  expect(taken).toEqual([]);
  regain();
  await pass(2 * MINUTE);
  expect(subjects()).toEqual([expect.stringContaining("R-1")]);
  expect(mailRow("receipt:R-1")).toMatchObject({ status: "sent" });
  expect(mailRow("code")).toMatchObject({ status: "expired" });
  expect(await listUnsent("expiredMail", 26)).toHaveLength(1);
  expect([waiting(), queue]).toEqual([[], []]);
});

test("a receipt is sent once SES accepts mail again, even after hours of throttling", async () => {
  fails = refusal("Maximum sending rate exceeded");
  await send(receipt());
  await pass(2 * HOUR);
  fails = undefined;
  await pass(2 * MINUTE);
  expect(taken).toHaveLength(1);
});

test.each([
  new SendingPausedException({ message: "Paused", $metadata: {} }),
  new AccountSuspendedException({ message: "Suspended", $metadata: {} }),
  new InternalServiceErrorException({ message: "Internal service error", $metadata: {} }),
  Object.assign(new Error("connect ETIMEDOUT"), { name: "TimeoutError" }),
])("mail waits if SES answers with $name", async (error) => {
  fails = error;
  await send(receipt());
  expect(waiting()).toHaveLength(1);
});

test("mail that SES refuses permanently fails and does not wait", async () => {
  fails = new MessageRejected({ message: "Email address is not verified.", $metadata: {} });
  expect(await delivered(JSON.stringify(receipt()))).toBe(true);
  expect(waiting()).toEqual([]);
});

test("a receipt expires after two weeks, and other mail after one week", async () => {
  exhaust();
  await send(receipt(), ended);
  vi.setSystemTime(NOW.getTime() + 7 * DAY + MINUTE);
  await passMinute();
  expect(mailRow("ended")).toMatchObject({ status: "expired" });
  expect(waiting()).toHaveLength(1);
  vi.setSystemTime(NOW.getTime() + 14 * DAY + MINUTE);
  await passMinute();
  expect(mailRow("receipt:R-1")).toMatchObject({ status: "expired" });
  expect([waiting(), taken]).toEqual([[], []]);
  // The operator's list still shows the first expired mail after a week.
  expect(rows.partition("events", "expiredMail")).toHaveLength(2);
});

const warned = () =>
  vi.mocked(console.warn).mock.calls.map(([line]) => JSON.parse(String(line)).event as string);

test("codes and receipts are sent first, and mail about incidents last", async () => {
  exhaust();
  await send(incident("identified"), ended, receipt(), code());
  regain();
  await passMinute();
  const order = [/Confirm/, /receipt/, /ended/, /Identified/];
  expect(subjects()).toEqual(order.map((words) => expect.stringMatching(words)));
});

test("mail about an incident is dropped once the incident is resolved, except the mail about its end", async () => {
  exhaust();
  await send(incident("identified"));
  const { id: _, ...last } = incident("resolved");
  await send({ id: "resolved", ...last });
  await transact([markResolved("incident-1", NOW.toISOString())]);
  regain();
  await passMinute();
  expect(subjects()).toEqual([expect.stringContaining("Resolved")]);
  expect(await listUnsent("expiredMail", 26)).toHaveLength(1);
  expect(warned()).not.toContain("mail.expired");
});

test("once the quota is back, waiting mail respects SES's rate and remaining quota", async () => {
  exhaust();
  const receipts = Array.from({ length: 280 }, (_, index) => receipt(`R-${index}`));
  await send(...receipts);
  Object.assign(quota, { rate: 3, max: 160, sent: 0 });
  await passMinute();
  // Waiting mail uses two of the three mails per second. The rest is for new mail.
  expect(taken).toHaveLength(120);
  const seconds = Map.groupBy(taken, ({ at }) => Math.floor(at / SECOND));
  expect(Math.max(...[...seconds.values()].map((mails) => mails.length))).toBe(2);
  await passMinute();
  expect(taken).toHaveLength(160);
  expect(waiting()).toHaveLength(120);
  quota.max = 50_000;
  await pass(2 * MINUTE);
  expect(new Set(subjects()).size).toBe(280);
  expect(taken).toHaveLength(280);
});

test("an account that was deleted in the meantime gets no mail, and the waiting mail's row is deleted", async () => {
  exhaust();
  await send(receipt());
  await markDeleted("ann", NOW.toISOString());
  regain();
  await passMinute();
  expect([taken, waiting()]).toEqual([[], []]);
});

test("the alarm's event is logged when the oldest mail has waited for an hour or a mail has expired", async () => {
  exhaust();
  await send(receipt());
  await pass(HOUR);
  expect(warned()).not.toContain("mail.late");
  await pass(2 * MINUTE);
  expect(warned()).toContain("mail.late");
  await send({ ...code(), useBy: NOW.toISOString() });
  expect(warned()).toContain("mail.expired");
});

test("a mail that waits again keeps its expiry and its position", () => {
  const waiting = waitingOf(receipt(), NOW);
  expect(waitingOf(waiting, new Date(NOW.getTime() + DAY))).toEqual(waiting);
});

describe("no mail is sent twice", () => {
  beforeEach(async () => {
    exhaust();
    await send(receipt("R-1"), receipt("R-2"));
    regain();
  });

  test("if a message is delivered again while its mail waits", async () => {
    await send(receipt("R-1"));
    await pass(3 * MINUTE);
    expect(taken).toHaveLength(2);
  });

  test("if two runs that send waiting mail begin at once", async () => {
    const turn = JSON.stringify({ waiting: true });
    await Promise.all([delivered(turn), delivered(turn)]);
    expect(queue).toHaveLength(2);
    await passMinute();
    expect(taken).toHaveLength(2);
  });

  test.each<Mode>(["refused", "lost", "killed before", "killed after"])(
    "if one call of a run that sends waiting mail fails (%s)",
    async (mode) => {
      const before = rows.keep();
      const turn = JSON.stringify({ waiting: true });
      wire.plan();
      await delivered(turn);
      const { length } = wire.calls;
      expect(length).toBeGreaterThan(6);
      for (let at = 0; at < length; at += 1) {
        before();
        [taken, queue] = [[], []];
        vi.setSystemTime(NOW);
        wire.plan({ at, mode });
        await delivered(turn);
        wire.plan();
        await pass(3 * MINUTE);
        expect(taken, `call ${at}`).toHaveLength(2);
        expect(waiting(), `call ${at}`).toEqual([]);
      }
    },
  );
});
