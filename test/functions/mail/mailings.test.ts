import { GetAccountCommand, SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { Context, SQSEvent } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { BRAND } from "#shared/brand.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { DAY } from "#shared/instant.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { userEntry } from "../../../functions/customers/userRowRules.ts";
import { usedRow } from "../../../functions/directory/lastUseTable.ts";
import { goneEntry } from "../../../functions/directory/rules.ts";
import { entryRow } from "../../../functions/directory/table.ts";
import { freeGrant } from "../../../functions/grants/grantRules.ts";
import { handler } from "../../../functions/mail/deliver.ts";
import { pageOfRecipients } from "../../../functions/mail/mailings/recipients.ts";
import { MAX_A_TURN, type NewMailing } from "../../../functions/mail/mailings/rules.ts";
import {
  createMailing,
  findMailing,
  listMailings,
  markResolved,
} from "../../../functions/mail/mailings/table.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { inProcess, type Mode, network } from "../../support/memory/network.ts";
import { memoryDelays } from "../../support/memory/queue.ts";

vi.mock("../../../functions/platform/secrets.ts", () => ({ readSecret: async () => "secret" }));

const AT = "2026-11-25T12:00:00.000Z";
const NOW = new Date(AT);
const MAILING: NewMailing = {
  id: `${AT}#one`,
  audience: "customers",
  operator: "operator",
  action: "status/openIncident",
  incident: { id: "incident-1", title: "Voices fail", state: "identified", services: ["elevenlabs", "shop"] },
  message: "A supplier is down.",
  at: AT,
};
const STOP = { why: "bounced", at: AT } as const;

const ses = mockClient(SESv2Client);
const wire = network();
let rows: Rows;
type Waiting = { body: string; delay: number };
let queue: Waiting[];
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "mail/deliver",
    TABLE_USERS: "users",
    TABLE_EVENTS: "events",
    TABLE_DIRECTORY: "directory",
    TABLE_INSIGHTS: "insights",
    TABLE_AUDIT: "audit",
    MAIL_QUEUE_URL: "mail",
    SITE_URL: "https://shop.example.com",
    OPERATOR_EMAIL: "operator@example.com",
    MAIL_FROM: "shop@example.com",
    MAIL_SETTINGS: "mail",
    SECRET_MAILBOX: "mailbox",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
  memoryDelays(wire, (waiting) => void queue.push(waiting));
});
beforeEach(() => {
  ses.reset();
  ses.on(SendEmailCommand).resolves({});
  answerQuota(14, 0);
  rows.clear();
  wire.plan();
  queue = [];
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  ses.restore();
});

const answerQuota = (MaxSendRate: number, SentLast24Hours: number) =>
  ses.on(GetAccountCommand).resolves({
    SendingEnabled: true,
    SendQuota: { MaxSendRate, SentLast24Hours, Max24HourSend: 50_000 },
  });

/** A grant that works. The list of users shows a free key's grant as a trial. */
const granted = (userId: string, source: Grant["source"]): Grant => ({
  ...freeGrant(userId, "KEY", NOW),
  source,
});
let joined = 0;
function put(userId: string, source: Grant["source"] | null, change: object = {}): void {
  joined += 1;
  const createdAt = new Date(NOW.getTime() + joined);
  const user = { ...newAccount(userId, `${userId}@example.com`, createdAt), ...change };
  rows.put("users", { pk: userId, sk: "account", ...user });
  const grants = source === null ? [] : [granted(userId, source)];
  rows.put("directory", entryRow(userEntry(user, grants, NOW), 1));
}

/** A working key of the user. @param days since its last use */
function putKey(userId: string, name: string, days: number): void {
  const seenAt = new Date(NOW.getTime() - days * DAY).toISOString();
  const key = {
    id: `key#${name}`,
    list: "keys",
    shelf: "keys/active",
    createdAt: AT,
    name,
    seenAt,
    sums: [],
  };
  rows.put("directory", entryRow({ ...key, row: { user_id: userId } }, 1));
  const used = usedRow(key, 1);
  if (used) rows.put("directory", used);
}

/** Delivers a message in a process that may be killed. */
async function deliver({ body }: Waiting): Promise<"sent" | "again"> {
  const event = { Records: [{ messageId: "1", body }] } as SQSEvent;
  const context = { awsRequestId: "request", getRemainingTimeInMillis: () => 60_000 } as Context;
  const answer = await inProcess(() => handler(event, context));
  return answer === "killed" || answer.batchItemFailures.length > 0 ? "again" : "sent";
}
/** Delivers all messages in the queue, and repeats those that fail. */
async function empty(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift())
    if ((await deliver(next)) === "again") queue.push(next);
}
const start = async (change: Partial<NewMailing> = {}) => {
  await transact([createMailing({ ...MAILING, ...change })]);
  queue.push({ body: JSON.stringify({ mailing: MAILING.id }), delay: 0 });
};
const sentMails = () => ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => input);
const mailed = () => sentMails().flatMap(({ Destination }) => Destination?.ToAddresses ?? []);

describe("mail about an incident", () => {
  beforeEach(() => {
    put("paying", "subscription");
    put("member", "team");
    put("given", "manual");
    put("free", "free");
    put("keyless", null);
    put("suspended", "subscription", { suspended: true });
    put("bounced", "subscription", { mailStop: STOP });
    put("complained", "subscription", { mailStop: { ...STOP, why: "complained" } });
    put("deaf", "subscription", { incidentMail: false });
    put("leaving", "subscription", { deletedAt: AT });
    rows.put("directory", entryRow(goneEntry("user#gone"), 1));
    // The key's first letter decides its part of the list.
    putKey("paying", "2AAA", 6.9);
    putKey("paying", "ZAAA", 0);
    putKey("free", "HAAA", 1);
    putKey("given", "2BBB", 7.1);
    putKey("suspended", "2CCC", 0);
    putKey("deaf", "2DDD", 0);
  });
  const of = (...names: string[]) => names.map((name) => `${name}@example.com`);

  test.each([
    ["customers", ["paying", "member", "given", "free"]],
    ["paying", ["paying", "member", "given"]],
    ["recent", ["paying", "free"]],
  ] as const)(
    "for the audience %s goes to exactly the people whom the preview counted",
    async (audience, names) => {
      let place: string | undefined;
      let counted = 0;
      do {
        const page = await pageOfRecipients(audience, place, AT);
        counted += page.userIds.length;
        place = page.next ?? undefined;
      } while (place !== undefined);
      expect(counted).toBe(names.length);

      await start({ audience });
      await empty();
      expect(mailed().sort()).toEqual(of(...names).sort());
      expect(await listMailings()).toEqual([
        {
          id: MAILING.id,
          incident_id: "incident-1",
          update_at: AT,
          audience,
          recipients: names.length,
          starts_at: "2026-11-25T12:02:00.000Z",
          finished_at: expect.any(String),
          stopped: false,
        },
      ]);
      expect(rows.of("audit")).toMatchObject([
        {
          operator: "operator",
          action: "status/openIncident",
          subject: "incident#incident-1",
          after: { title: "Voices fail", mail: audience, mailed: names.length },
        },
      ]);
    },
  );

  test("explains the incident and says where to turn such mail off", async () => {
    await start({ audience: "paying" });
    await empty();
    const [{ Content } = {}] = sentMails();
    const { Subject, Body, Headers } = Content?.Simple ?? {};
    expect(Subject?.Data).toBe(`${BRAND.name}, Identified: Voices fail`);
    for (const text of ["A supplier is down.", "Voice synthesis, Website and licenses"])
      expect(Body?.Text?.Data).toContain(text);
    const setting = "https://shop.example.com/dashboard/account#notifications";
    expect(Body?.Text?.Data).toContain(setting);
    const address =
      /^<https:\/\/shop\.example\.com\/backend\/api\/mail\/unsubscribe\/incident\.paying\.[\w-]{43}>$/;
    expect(Headers).toEqual([
      { Name: "List-Unsubscribe", Value: expect.stringMatching(address) },
      { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
    ]);
  });

  test("is withheld from a recipient who turned it off or was suspended after it was queued", async () => {
    await start({ audience: "paying" });
    const [turn] = queue.splice(0);
    if (turn) await deliver(turn);
    put("paying", "subscription", { incidentMail: false });
    put("member", "team", { suspended: true });
    await empty();
    expect(mailed()).toEqual(of("given"));
  });

  test("is dropped once an operator stops the mailing, even if it is queued", async () => {
    await start();
    const [turn] = queue.splice(0);
    if (turn) await deliver(turn);
    const [first] = queue.splice(0, 1);
    if (first) await deliver(first);
    rows.put("insights", { ...rows.of("insights")[0], finishedAt: AT, stopped: true });
    await empty();
    expect(mailed()).toHaveLength(1);
    expect(rows.of("events").filter(({ pk }) => String(pk).startsWith("expiredMail"))).toEqual([]);
  });

  test("is dropped if the incident's update was not written", async () => {
    queue.push({ body: JSON.stringify({ mailing: MAILING.id }), delay: 0 });
    await empty();
    expect(mailed()).toEqual([]);
  });
});

test("an invalid position in the list of a mailing's recipients is answered with NOT_FOUND", async () => {
  for (const place of ["2.", "-1.", "x."])
    await expect(pageOfRecipients("customers", place, AT)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

describe("a mailing of several pages", () => {
  const PEOPLE = MAX_A_TURN + 20;
  const everyone = Array.from({ length: PEOPLE }, (_, index) => `person-${index}`);
  beforeEach(() => {
    for (const person of everyone) put(person, "subscription");
    put("last", "free");
  });

  test.each([
    [14, 10],
    [200, 142],
  ])("is sent below SES's limit of %i mails a second, at %i mails a second", async (rate, pace) => {
    answerQuota(rate, 0);
    await start();
    const seconds: number[] = [];
    let begins = 0;
    for (let next = queue.shift(); next; ) {
      await deliver(next);
      const waiting = queue.splice(0);
      next = waiting.find(({ body }) => "mailing" in JSON.parse(body));
      for (const { delay } of waiting.filter((each) => each !== next)) seconds.push(begins + delay);
      begins += next?.delay ?? 0;
    }
    expect(seconds).toHaveLength(PEOPLE + 1);
    const inOne = new Map<number, number>();
    for (const second of seconds) inOne.set(second, (inOne.get(second) ?? 0) + 1);
    expect(Math.max(...inOne.values())).toBe(pace);
  });

  test.each([
    ["the rest of the day's quota is reserved for receipts and codes", () => answerQuota(14, 45_000)],
    ["SES does not answer", () => ses.on(GetAccountCommand).rejects(new Error("away"))],
  ])("waits while %s", async (_, meets) => {
    meets();
    await start();
    const [turn] = queue.splice(0);
    if (turn) expect(await deliver(turn)).toBe("sent");
    expect(queue).toEqual([{ ...turn, delay: 900 }]);
    answerQuota(14, 0);
    await empty();
    expect(mailed()).toHaveLength(PEOPLE + 1);
  });

  test("ends once its incident is resolved", async () => {
    await start();
    const [turn] = queue.splice(0);
    if (turn) await deliver(turn);
    await transact([markResolved(MAILING.incident.id, AT)]);
    await empty();
    expect(mailed()).toHaveLength(MAX_A_TURN);
    expect(await findMailing(MAILING.id)).toMatchObject({ recipients: MAX_A_TURN });
    expect(rows.of("audit")).toHaveLength(1);
  });

  const FAULTS: Mode[] = ["refused", "lost", "killed before", "killed after"];
  test.each(FAULTS)("mails everyone once, whichever of its calls fails (%s)", async (mode) => {
    await start();
    wire.plan();
    const isTurn = ({ body }: Waiting) => "mailing" in JSON.parse(body);
    const runTurns = async () => {
      for (let next = queue.find(isTurn); next; next = queue.find(isTurn)) {
        queue.splice(queue.indexOf(next), 1);
        if ((await deliver(next)) === "again") queue.push(next);
      }
    };
    await runTurns();
    // Tests only the first of consecutive equal calls, because a page queues its mails ten at a time.
    const { calls } = wire;
    const points = calls.flatMap(({ operation }, at) => (operation === calls[at - 1]?.operation ? [] : [at]));
    expect(points.length).toBeGreaterThan(8);
    for (const at of points) {
      const [row] = rows.of("insights");
      rows.put("insights", { ...row, place: null, recipients: 0, finishedAt: null });
      queue = [{ body: JSON.stringify({ mailing: MAILING.id }), delay: 0 }];
      wire.plan({ at, mode });
      await runTurns();
      wire.plan();
      const ids = new Set(queue.map(({ body }) => JSON.parse(body).id));
      expect(ids.size, `call ${at}`).toBe(PEOPLE + 1);
      expect(await findMailing(MAILING.id), `call ${at}`).toMatchObject({ recipients: PEOPLE + 1 });
    }
    await empty();
    expect(mailed()).toHaveLength(PEOPLE + 1);
    expect(new Set(mailed()).size).toBe(PEOPLE + 1);
  });
});
