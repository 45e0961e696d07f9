import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { advanceClock, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { stack, startOwnStack } from "../support/running.ts";

type Head = { id: string; updated_at: string };
type Mailed = {
  incident_id: string;
  update_at: string;
  audience: string;
  recipients: number;
  finished_at: string | null;
};

// The turns of a mailing are a minute apart, and it reaches everyone: this file has its own stack.

let close: () => Promise<void>;
let operator: Person;
let customer: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("incident-mail", 5500));
  operator = await signUpOperator();
  customer = await withKey();
});
const as = (person: Person) => ({ token: person.accessToken });

async function withKey(): Promise<Person> {
  const person = await signUpPerson();
  expect((await call("licenses/createFreeKey", {}, as(person))).status).toBe(200);
  return person;
}

let open: Head | null = null;
const UPDATE = {
  services: ["elevenlabs" as const],
  impact: "yellow" as const,
  message: "A supplier is down.",
};
const TITLE = "Voices are slow";
let made = 0;
async function openIncident(mail?: "customers" | "paying"): Promise<Head> {
  made += 1;
  const requestId = `mailed-${Date.now()}-${made}`;
  const asked = {
    requestId,
    title: TITLE,
    state: "investigating",
    ...UPDATE,
    ...(mail && { mail }),
  } as const;
  open = (await call("status/openIncident", asked, as(operator))).body.incident as Head;
  // The answer was lost, and the form is sent again.
  if (mail) expect((await call("status/openIncident", asked, as(operator))).body.incident).toEqual(open);
  return open;
}
const update = (
  { id, updated_at: seen }: Head,
  state: "monitoring" | "resolved",
  mail?: "customers" | "paying",
) =>
  call(
    "status/updateIncident",
    { incidentId: id, seen, ...UPDATE, state, ...(mail && { mail }) },
    as(operator),
  );
afterAll(() => close());

/** How many are mailed now, all pages together. */
async function counted(audience: "customers" | "paying"): Promise<number> {
  let sum = 0;
  let cursor: string | null = null;
  do {
    const answer = await call(
      "mail/countRecipients",
      { audience, ...(cursor !== null && { cursor }) },
      as(operator),
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const body = answer.body as { recipients: number; next: string | null };
    sum += body.recipients;
    cursor = body.next;
  } while (cursor !== null);
  return sum;
}
const mailingsOf = async ({ id }: Head) => {
  const { mailings } = (await call("mail/listMailings", {}, as(operator))).body as { mailings: Mailed[] };
  return mailings.filter(({ incident_id }) => incident_id === id);
};
/** Until every mail of the mailings is sent: the mails of a turn wait a minute at most. */
async function passTurns(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await advanceClock(60);
    await settle();
  }
}
const incidentMails = async (person: Person) =>
  (await mailTo(person.email)).filter(({ subject }) => subject.endsWith(TITLE));

test("an incident is mailed once to each customer who did not turn that off, and the operator sees to how many", async () => {
  const [deaf, keyless, suspended] = [await withKey(), await signUpPerson(), await withKey()];
  await settle();
  const before = await counted("customers");

  const off = await call("accounts/setIncidentMail", { enabled: false }, as(deaf));
  expect(off.body.account).toMatchObject({ incidentMail: false });
  expect((await call("accounts/getAccount", {}, as(deaf))).body.account).toMatchObject({
    incidentMail: false,
  });
  expect((await call("accounts/exportData", {}, as(deaf))).body.account).toMatchObject({
    incidentMail: false,
  });
  await call("accounts/suspendUser", { userId: suspended.userId, suspended: true }, as(operator));
  await settle();
  const number = await counted("customers");
  expect(number).toBe(before - 2);

  const opened = await openIncident("customers");
  expect(await mailingsOf(opened)).toMatchObject([{ recipients: 0, finished_at: null }]);
  await passTurns();

  const [mail, ...more] = await incidentMails(customer);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(UPDATE.message);
  expect(mail?.text).toContain(`${stack().siteUrl}/dashboard/account#notifications`);
  for (const person of [deaf, keyless, suspended]) expect(await incidentMails(person)).toEqual([]);
  expect(await mailingsOf(opened)).toEqual([
    {
      incident_id: opened.id,
      update_at: opened.updated_at,
      audience: "customers",
      recipients: number,
      finished_at: expect.any(String),
    },
  ]);
  const { entries } = (await call("audit/listAudit", { limit: 10 }, as(operator))).body as {
    entries: { subject: string; operator_id: string }[];
  };
  expect(entries.filter(({ subject }) => subject === `incident#${opened.id}`)).toMatchObject([
    { action: "status/openIncident", after: { title: TITLE, mail: "customers", mailed: number } },
    { action: "status/openIncident", after: { mail: "customers" } },
  ]);

  // Turned on again, the next update reaches them.
  await call("accounts/setIncidentMail", { enabled: true }, as(deaf));
  const monitored = await update(opened, "monitoring", "customers");
  await passTurns();
  expect(await incidentMails(deaf)).toHaveLength(1);
  expect(await incidentMails(customer)).toHaveLength(2);
  open = monitored.body.incident as Head;
});

test("an update that is refused is not mailed, and one without an audience is not either", async () => {
  const stale = open ?? (await openIncident());
  const current = (await update(stale, "monitoring")).body.incident as Head;
  const had = await incidentMails(customer);
  expect((await update(stale, "monitoring", "customers")).status).toBe(409);
  open = current;
  await passTurns();
  expect(await incidentMails(customer)).toHaveLength(had.length);
  expect((await mailingsOf(current)).map(({ update_at }) => update_at)).not.toContain(current.updated_at);
});

test("free keys can be left out", async () => {
  const current = open ?? (await openIncident());
  const had = await incidentMails(customer);
  expect((await update(current, "resolved", "paying")).status).toBe(200);
  open = null;
  await passTurns();
  expect(await incidentMails(customer)).toHaveLength(had.length);
  expect((await mailingsOf(current))[0]).toMatchObject({
    audience: "paying",
    finished_at: expect.any(String),
  });
});
