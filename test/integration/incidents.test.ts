import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { invocations } from "../support/control.ts";
import { type Person, signInOperator } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";

const GREEN = { chatgpt: "green", suno: "green", elevenlabs: "green" } as const;
type Head = { id: string; title: string; state: string; started_at: string; updated_at: string };
let operator: Person;
beforeAll(async () => {
  operator = await signInOperator();
});
const as = () => ({ token: operator.accessToken });
/** Ends all open incidents, because other tests share the stack. */
const endAll = async () => {
  for (const { id, updated_at: seen } of await openNow())
    await call(
      "status/updateIncident",
      {
        incidentId: id,
        seen,
        services: ["suno"],
        impact: "yellow",
        state: "resolved",
        message: "Over.",
      },
      as(),
    );
  await call("status/saveBoard", GREEN, as());
};
beforeEach(endAll);
afterAll(endAll);

const statusNow = async () => (await call("status/getStatus", {})).body;
const openNow = async () => (await statusNow()).incidents as Head[];
const incidentsIn = async () =>
  (await call("status/getHistory", {})).body.incidents as (Head & {
    updates: { message: string }[];
    postmortem_url: string | null;
  })[];

const OPENING = {
  title: "Voices <fail>",
  services: ["elevenlabs", "shop"],
  impact: "red",
  state: "investigating",
  message: "We look at it.",
} satisfies Omit<Parameters<typeof call<"status/openIncident">>[1], "requestId">;
let made = 0;
const open = (changed: object = {}) => {
  made += 1;
  return call(
    "status/openIncident",
    { requestId: `story-${Date.now()}-${made}`, ...OPENING, ...changed },
    as(),
  );
};
const headOf = ({ body }: Awaited<ReturnType<typeof call>>) => body.incident as Head;
const update = ({ id, updated_at: seen }: Head, changed: object) => {
  const { title: _, ...same } = OPENING;
  return call("status/updateIncident", { incidentId: id, seen, ...same, ...changed }, as());
};

describe("an incident", () => {
  test("is public at once in words and by color until it is resolved, and stays in the history", async () => {
    const opened = headOf(await open());
    expect(await statusNow()).toMatchObject({
      services: { ...GREEN, elevenlabs: "red" },
      site: "red",
      incidents: [{ id: opened.id, title: OPENING.title, state: "investigating" }],
      stale: false,
    });
    expect((await incidentsIn())[0]).toMatchObject({
      id: opened.id,
      updates: [{ message: "We look at it." }],
    });

    const found = headOf(await update(opened, { state: "identified", impact: "yellow", message: "Found." }));
    expect(await statusNow()).toMatchObject({
      services: { elevenlabs: "yellow" },
      site: "yellow",
      incidents: [{ state: "identified" }],
    });
    await update(found, { state: "resolved", message: "Over." });
    expect(await statusNow()).toMatchObject({ services: GREEN, site: "green", incidents: [] });
    const [past] = await incidentsIn();
    expect(past).toMatchObject({ id: opened.id, state: "resolved" });
    expect(past?.updates.map(({ message }) => message)).toEqual(["Over.", "Found.", "We look at it."]);
    const history = await call("status/getHistory", {});
    expect((history.body.changes as object[]).slice(0, 3)).toMatchObject([
      { service: "elevenlabs", from: "yellow", to: "green", note: OPENING.title },
      { service: "elevenlabs", from: "red", to: "yellow", note: OPENING.title },
      { service: "elevenlabs", from: "green", to: "red", note: OPENING.title },
    ]);
    const feed = await (await fetch(`${stack().apiUrl}/status/feed.xml`)).text();
    expect(feed).toContain("<title>Voices &lt;fail&gt;: Resolved</title>");
  });

  test("stays visible if the operator sets the board to green", async () => {
    await open();
    const saved = await call("status/saveBoard", GREEN, as());
    expect(saved.body).toMatchObject({ services: GREEN, incidents: [{ title: OPENING.title }] });
    expect(await statusNow()).toMatchObject({ services: { elevenlabs: "red" } });
    // The incident hides this change, so a note about it is refused.
    const noted = await call("status/saveBoard", { ...GREEN, elevenlabs: "yellow", note: "Better." }, as());
    expect(noted).toMatchObject({ status: 400, body: { field: "note" } });
  });

  test("reveals the board's own state when it ends", async () => {
    await call("status/saveBoard", { ...GREEN, elevenlabs: "yellow" }, as());
    const opened = headOf(await open());
    await update(opened, { state: "resolved", message: "Over." });
    expect(await statusNow()).toMatchObject({ services: { elevenlabs: "yellow" } });
  });

  test("opens once if its form is sent twice", async () => {
    const requestId = `twice-${Date.now()}`;
    const [first, second] = [headOf(await open({ requestId })), headOf(await open({ requestId }))];
    expect(second).toEqual(first);
    expect(await openNow()).toHaveLength(1);
    expect((await rowsOf("Insights")).filter(({ sk }) => String(sk).endsWith(requestId))).toHaveLength(1);
  });

  test("can open at the same time as another incident, but one of two simultaneous updates of an incident is refused", async () => {
    const both = await Promise.all([open(), open({ title: "Another" })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await openNow()).toHaveLength(2);
    const [one] = await openNow();
    if (!one) throw new Error("No incident is open");
    const answers = await Promise.all([
      update(one, { message: "First." }),
      update(one, { message: "Second." }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("that is resolved or unknown accepts no update", async () => {
    const over = headOf(await update(headOf(await open()), { state: "resolved", message: "Over." }));
    for (const incident of [over, { ...over, id: "never-opened" }])
      expect(await update(incident, { message: "More." })).toMatchObject({
        status: 404,
        body: { code: "NOT_FOUND" },
      });
  });

  test.each([
    ["no title", { title: "" }, "title"],
    ["a title of 101 letters", { title: "a".repeat(101) }, "title"],
    ["a message of two lines", { message: "two\nlines" }, "message"],
    ["a message of 501 letters", { message: "a".repeat(501) }, "message"],
    ["no service", { services: [] }, "services"],
    ["a repeated service", { services: ["suno", "suno"] }, "services"],
    ["an unknown service", { services: ["payments"] }, "services"],
    ["the impact green", { impact: "green" }, "impact"],
    ["the state resolved", { state: "resolved" }, "state"],
    ["an unknown state", { state: "over" }, "state"],
  ])("with %s is refused, and the answer names the field", async (_what, wrong, field) => {
    const refused = await open(wrong);
    expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(refused.body.field?.split(".")[0]).toBe(field);
    expect(await openNow()).toEqual([]);
  });

  test("is in the audit log with its texts before and after", async () => {
    const opened = headOf(await open());
    await update(opened, { state: "monitoring", message: "It works again." });
    const audit = await call("audit/listAudit", { limit: 10 }, as());
    const entries = (audit.body.entries as { subject: string }[]).filter(
      ({ subject }) => subject === `incident#${opened.id}`,
    );
    expect(entries).toMatchObject([
      {
        action: "status/updateIncident",
        before: { state: "investigating" },
        after: { state: "monitoring" },
        note: "It works again.",
      },
      {
        action: "status/openIncident",
        before: null,
        after: { title: OPENING.title },
        note: "We look at it.",
      },
    ]);
  });

  test("needs two database calls to open, and two for each update", async () => {
    const opened = headOf(await open());
    await update(opened, { message: "Still." });
    for (const id of ["status/openIncident", "status/updateIncident"] as const) {
      const calls = (await invocations(id)).at(-1)?.calls ?? [];
      // A third call reads the operator.
      expect(calls.filter(({ service }) => service === "dynamodb").length).toBeLessThanOrEqual(3);
    }
  });
});
