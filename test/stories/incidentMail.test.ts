import { beforeEach, expect, test } from "vitest";
import { type Person, SITE, theWorld } from "../world/world.ts";

type Head = { id: string; updated_at: string };
type Audience = "customers" | "paying";
const world = theWorld();

const UPDATE = {
  services: ["elevenlabs" as const],
  impact: "yellow" as const,
  message: "A supplier is down.",
};
const TITLE = "Voices are slow";

let customer: Person;
beforeEach(async () => {
  customer = await withKey();
});

async function withKey(): Promise<Person> {
  const person = await world.signUp();
  expect((await world.call("licenses/createFreeKey", {}, person)).status).toBe(200);
  await world.settle();
  return person;
}
async function openIncident(mail?: Audience): Promise<Head> {
  const state = "investigating" as const;
  const asked = { requestId: "incident-1", title: TITLE, state, ...UPDATE, ...(mail && { mail }) };
  const { body } = await world.operate("status/openIncident", asked);
  // The form is sent again, as after a lost answer.
  expect((await world.operate("status/openIncident", asked)).body.incident).toEqual(body.incident);
  await passTurns();
  return body.incident as Head;
}
const update = async (
  { id: incidentId, updated_at: seen }: Head,
  state: "monitoring" | "resolved",
  mail?: Audience,
) => {
  const asked = { incidentId, seen, ...UPDATE, state, ...(mail && { mail }) };
  const answer = await world.operate("status/updateIncident", asked);
  await passTurns();
  return { status: answer.status, head: answer.body.incident as Head };
};
/** Waits until all mails of a mailing are sent. */
const passTurns = () => world.minutes(4);

/** The number of recipients at this moment, over all pages. */
async function counted(audience: Audience, cursor?: string): Promise<number> {
  const { body } = await world.operate("mail/countRecipients", { audience, ...(cursor && { cursor }) });
  const { recipients, next } = body as { recipients: number; next: string | null };
  return recipients + (next === null ? 0 : await counted(audience, next));
}
const mailingsOf = async ({ id }: Head) =>
  ((await world.operate("mail/listMailings", {})).body.mailings as Record<string, unknown>[]).filter(
    ({ incident_id }) => incident_id === id,
  );
const incidentMails = (person: Person) =>
  world.mails(person).filter(({ subject }) => subject.endsWith(TITLE));

test("an incident is mailed once to each customer with incident mail on, and recipients are counted", async () => {
  const [deaf, keyless, suspended] = [await withKey(), await world.signUp(), await withKey()];
  expect(await counted("customers")).toBe(3);
  const off = await world.call("accounts/setIncidentMail", { enabled: false }, deaf);
  expect(off.body.account).toMatchObject({ incidentMail: false });
  for (const id of ["accounts/getAccount", "customers/exportData"] as const)
    expect((await world.call(id, {}, deaf)).body.account).toMatchObject({ incidentMail: false });
  await world.operate("customers/suspendUser", { userId: suspended.userId, suspended: true });
  await world.settle();
  expect(await counted("customers")).toBe(1);

  const opened = await openIncident("customers");
  const [mail, ...more] = incidentMails(customer);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(UPDATE.message);
  expect(mail?.text).toContain(`${SITE}/dashboard/account#notifications`);
  for (const person of [deaf, keyless, suspended]) expect(incidentMails(person)).toEqual([]);
  expect(await mailingsOf(opened)).toEqual([
    expect.objectContaining({
      update_at: opened.updated_at,
      audience: "customers",
      recipients: 1,
      finished_at: expect.any(String),
      stopped: false,
    }),
  ]);
  const { entries } = (await world.operate("audit/listAudit", { limit: 10 })).body as {
    entries: { subject: string; action: string; after: object }[];
  };
  const written = entries.filter(({ subject }) => subject === `incident#${opened.id}`);
  expect(written.map(({ action }) => action)).toEqual(["status/openIncident", "status/openIncident"]);
  const said = { title: TITLE, mail: "customers", mailed: 1 };
  expect(written.map(({ after }) => after)).toContainEqual(expect.objectContaining(said));

  await world.call("accounts/setIncidentMail", { enabled: true }, deaf);
  await update(opened, "monitoring", "customers");
  expect(incidentMails(deaf)).toHaveLength(1);
  expect(incidentMails(customer)).toHaveLength(2);
});

test("one click in the mail program turns incident mail off, and only for the customer who got the mail", async () => {
  const other = await withKey();
  await world.prove(customer);
  const opened = await openIncident("customers");
  const [mail] = incidentMails(customer);
  const [offer = "none", how] = mail?.headers ?? [];
  expect(how).toBe("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const token =
    /^List-Unsubscribe: <https:\S+\/backend\/api\/mail\/unsubscribe\/(\S+)>$/.exec(offer)?.[1] ?? "";
  const isOn = async () =>
    ((await world.call("accounts/getAccount", {}, customer)).body.account as { incidentMail: boolean })
      .incidentMail;

  // A virus scanner opens every link, which changes nothing. A forged token is refused.
  expect((await world.call("mail/openUnsubscribe", { token })).status).toBe(302);
  const forged = token.replace(customer.userId, other.userId);
  expect((await world.call("accounts/unsubscribe", { token: forged })).status).toBe(404);
  expect(await isOn()).toBe(true);

  expect((await world.call("accounts/unsubscribe", { token })).status).toBe(200);
  expect(await isOn()).toBe(false);
  await update(opened, "monitoring", "customers");
  expect([incidentMails(customer), incidentMails(other)].map(({ length }) => length)).toEqual([1, 2]);
  const rest = world.mails(customer).filter(({ subject }) => !subject.endsWith(TITLE));
  expect(rest.length).toBeGreaterThan(0);
  expect(rest.flatMap((sent) => sent.headers)).toEqual([]);

  // The mail, and its link, stay in the mailbox after the account is deleted.
  await world.call("customers/deleteAccount", { email: customer.email }, customer);
  await world.settle();
  expect((await world.call("accounts/unsubscribe", { token })).status).toBe(200);
});

test("an update that is refused or has no audience is not mailed", async () => {
  const stale = await openIncident();
  const { head } = await update(stale, "monitoring");
  expect((await update(stale, "monitoring", "customers")).status).toBe(409);
  expect(incidentMails(customer)).toEqual([]);
  expect(await mailingsOf(head)).toEqual([]);
});

test("a mailing to paying customers leaves out owners of free keys", async () => {
  const { person: paying } = await world.subscriber();
  const incident = await openIncident();
  expect((await update(incident, "resolved", "paying")).status).toBe(200);
  expect(incidentMails(customer)).toEqual([]);
  expect(incidentMails(paying)).toHaveLength(1);
  expect(await mailingsOf(incident)).toMatchObject([{ audience: "paying", recipients: 1 }]);
});

test("mail that waits for SES until its incident is resolved is dropped", async () => {
  world.breaks({ service: "ses", operation: "SendEmail", kind: "refused" });
  const incident = await openIncident("customers");
  expect((await world.needs()).map(({ kind }) => kind)).toContain("waitingMail");
  await update(incident, "resolved");
  world.repair();
  await passTurns();
  expect(incidentMails(customer)).toEqual([]);
  expect((await world.needs()).map(({ kind }) => kind)).toContain("expiredMail");
});

const opening = (mail: Audience) => ({
  requestId: "incident-1",
  title: TITLE,
  state: "investigating" as const,
  ...UPDATE,
  mail,
});

test("the operator can preview and test a mailing, and can stop it before its first mail is sent", async () => {
  const tried = { title: TITLE, services: UPDATE.services, state: "investigating", message: UPDATE.message };
  const { body: seen } = await world.operate("mail/tryIncidentMail", { ...tried, send: false } as never);
  expect(seen.subject).toContain(TITLE);
  expect(seen.text).toContain(UPDATE.message);
  const operator = () => world.mails("operator").filter(({ subject }) => subject.endsWith(TITLE));
  expect(operator()).toEqual([]);
  await world.operate("mail/tryIncidentMail", { ...tried, send: true } as never);
  await world.settle();
  expect(operator()).toHaveLength(1);

  const { body } = await world.operate("status/openIncident", opening("customers"));
  const head = body.incident as Head;
  const [mailing] = await mailingsOf(head);
  const mailingId = String(mailing?.id);
  expect((await world.operate("mail/stopMailing", { mailingId })).body).toEqual({ recipients: 0 });
  await passTurns();
  expect(incidentMails(customer)).toEqual([]);
  expect(await mailingsOf(head)).toMatchObject([{ stopped: true, recipients: 0 }]);

  const sent = await update(head, "monitoring", "customers");
  const [again] = await mailingsOf(head);
  expect(incidentMails(customer)).toHaveLength(1);
  expect((await world.operate("mail/stopMailing", { mailingId: String(again?.id) })).status).toBe(409);
  expect(sent.status).toBe(200);
});
