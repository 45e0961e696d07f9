import { act, createElement, Fragment } from "react";
import { Outlet } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Mailing } from "#shared/mail/mailing.ts";
import { countRecipients } from "#shared/mail/operator.ts";
import type { Incident, IncidentState } from "#shared/status/incident.ts";
import { updateIncident } from "#shared/status/operator.ts";
import { getHistory } from "#shared/status/public.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { LIVE_EVERY } from "../../../web/src/app/useLive.ts";
import { Component, loader } from "../../../web/src/operator/incidents/IncidentDesk.tsx";
import { Toaster } from "../../../web/src/ui/Toaster.tsx";
import { type Mounted, mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({
  incidents: [] as Incident[],
  refusal: null as unknown,
  asked: [] as Record<string, unknown>[],
  mailings: [] as Mailing[],
  people: 3,
  isAway: false,
}));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: Record<string, unknown>) => {
    if (given.isAway) throw new Error("The server could not be reached.");
    if (path === getHistory.path) return { changes: [], incidents: given.incidents };
    if (path === countRecipients.path) return { recipients: given.people, next: null };
    if (path !== updateIncident.path) return { mailings: given.mailings };
    given.asked.push(input);
    if (given.refusal !== null) throw given.refusal;
    return {};
  },
}));
vi.mock("../../../web/src/operator/gate/admission.ts", async (original) => ({
  ...(await original<object>()),
  isFlagged: () => true,
}));

const AT = "2026-11-20T12:00:00.000Z";
const incident = (state: IncidentState, minute: number): Incident => ({
  id: "incident-1",
  title: "Voices fail",
  state,
  impact: "red",
  services: ["elevenlabs"],
  started_at: AT,
  updated_at: `2026-11-20T12:0${minute}:00.000Z`,
  updates: [],
});
beforeEach(() => {
  given.incidents = [incident("investigating", 0)];
  given.refusal = null;
  given.asked.length = 0;
  given.mailings = [];
  given.people = 3;
  given.isAway = false;
});

const FRAME = createElement(Fragment, null, createElement(Outlet), createElement(Toaster));
async function typedUpdate(): Promise<Mounted> {
  const page = await mounted([{ element: FRAME, children: [{ path: "/", Component, loader }] }], "/");
  await page.type("Message to everyone", "We found the cause.");
  return page;
}
/** Another operator has changed the incident, so the server refuses the next update. */
function colleague(now: Incident, refusal: ApiError): void {
  given.refusal = refusal;
  given.incidents = [now];
}
const FASTER = new ApiError("CONFLICT", "This incident was updated in the meantime. Read the update first.", {
  status: 409,
});

test("the form keeps a refused message and shows the reason, and a second post refers to the other operator's update", async () => {
  const page = await typedUpdate();
  colleague(incident("identified", 1), FASTER);
  await page.submit();
  expect(page.words()).toContain(FASTER.message);
  expect(page.valueOf("Message to everyone")).toBe("We found the cause.");
  // The operator has not chosen a state, so a post must keep the other operator's state.
  expect(page.valueOf("State")).toBe("identified");
  given.refusal = null;
  await page.submit();
  expect(given.asked.at(-1)).toMatchObject({
    message: "We found the cause.",
    state: "identified",
    seen: given.incidents[0]?.updated_at,
  });
  expect(page.words()).not.toContain(FASTER.message);
});

test("after a lost answer, the form says that the newest update already has the message, and does not post it again", async () => {
  const page = await typedUpdate();
  given.refusal = new ApiError("NETWORK_ERROR", "The server could not be reached. Please try again.");
  await page.submit();
  expect(page.words()).toContain("it may have gone through");
  const said = { state: "investigating", message: "We found the cause.", at: AT } as const;
  colleague({ ...incident("investigating", 1), updates: [said] }, FASTER);
  await page.submit();
  expect(page.words()).toContain("The latest update already says this.");
  await page.submit();
  expect(given.asked).toHaveLength(2);
});

test("if the page cannot be read again, the form and its text stay, and the page says why", async () => {
  const page = await typedUpdate();
  given.isAway = true;
  await page.revalidate();
  expect(page.words()).toContain("An unexpected error occurred");
  expect(page.valueOf("Message to everyone")).toBe("We found the cause.");
  given.isAway = false;
  given.incidents = [incident("identified", 1)];
  await page.revalidate();
  expect(page.words()).not.toContain("An unexpected error occurred");
  expect(page.valueOf("State")).toBe("identified");
});

test("the form can repeat the newest message if no post has failed", async () => {
  const said = { state: "investigating", message: "We found the cause.", at: AT } as const;
  given.incidents = [{ ...incident("investigating", 0), updates: [said] }];
  const page = await typedUpdate();
  await page.submit();
  expect(given.asked).toHaveLength(1);
});

test("the form keeps a chosen state after a refused post", async () => {
  const page = await typedUpdate();
  await page.type("State", "monitoring");
  colleague(incident("identified", 1), FASTER);
  await page.submit();
  expect(page.valueOf("State")).toBe("monitoring");
});

test("after a post, the message is empty, and the state follows the incident again", async () => {
  const page = await typedUpdate();
  await page.type("State", "monitoring");
  given.incidents = [incident("monitoring", 1)];
  await page.submit();
  expect(page.valueOf("Message to everyone")).toBe("");
  given.incidents = [incident("identified", 2)];
  await page.revalidate();
  expect(page.valueOf("State")).toBe("identified");
});

test("the page says why the form has disappeared if the incident was resolved in the meantime", async () => {
  const page = await typedUpdate();
  const gone = new ApiError("NOT_FOUND", "There is no such open incident. It may be resolved.", {
    status: 404,
  });
  colleague(incident("resolved", 1), gone);
  await page.submit();
  expect(page.words()).not.toContain("Message to everyone");
  expect(page.words()).toContain(gone.message);
});

const WAITING: Mailing = {
  id: "mailing-1",
  incident_id: "incident-1",
  update_at: AT,
  audience: "customers",
  recipients: 0,
  starts_at: "2026-11-20T12:02:00.000Z",
  finished_at: null,
  stopped: false,
};

test("before an incident is resolved, the form says how many customers have had no mail, and offers to mail them", async () => {
  given.mailings = [WAITING];
  const page = await typedUpdate();
  expect(page.words()).not.toContain("not been mailed");
  given.mailings = [{ ...WAITING, recipients: 1 }];
  await page.type("State", "resolved");
  expect(page.words()).toMatch(/2 customers had not been mailed about this incident at \d/);
  expect(page.words()).toContain("customers it has not reached by then will hear nothing");
  await page.press("Tell them it is resolved");
  expect(page.words()).toContain("They will get this update instead.");
  await page.submit();
  expect(given.asked).toMatchObject([{ state: "resolved", mail: "customers" }]);
  expect(page.words()).toContain("Mail that was still waiting will not go out.");
});

test.each([{ now: { finished_at: AT, recipients: 3 } }, { now: { recipients: 3 } }])(
  "before an incident is resolved, the form reads the mailing again and does not count mailed customers: $now",
  async ({ now }) => {
    given.mailings = [WAITING];
    const page = await typedUpdate();
    given.mailings = [{ ...WAITING, ...now }];
    await page.type("State", "resolved");
    expect(page.words()).not.toContain("not been mailed");
  },
);

test("the form updates the number of customers without mail while a mailing goes out", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const said = { state: "investigating", message: "Voices fail.", at: AT } as const;
  given.incidents = [{ ...incident("investigating", 0), updates: [said] }];
  given.mailings = [WAITING];
  const page = await typedUpdate();
  await page.type("State", "resolved");
  expect(page.words()).toContain("3 customers had not been mailed");
  given.mailings = [{ ...WAITING, recipients: 2 }];
  await act(() => vi.advanceTimersByTimeAsync(LIVE_EVERY));
  expect(page.words()).toContain("1 customer had not been mailed");
  vi.useRealTimers();
});

test("a resolved incident shows its messages, how many customers were mailed, and which mail was canceled", async () => {
  const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`;
  const updates = (["resolved", "identified", "investigating"] as const).map((state, index) => ({
    state,
    message: `It is ${state}.`,
    at: at(2 - index),
  }));
  given.incidents = [{ ...incident("resolved", 2), updates }];
  given.mailings = [
    { ...WAITING, id: "3", update_at: at(2), finished_at: at(5), recipients: 3 },
    { ...WAITING, id: "2", update_at: at(1), finished_at: null },
    { ...WAITING, id: "1", update_at: at(0), finished_at: at(3), recipients: 2 },
  ];
  const page = await mounted([{ element: FRAME, children: [{ path: "/", Component, loader }] }], "/");
  expect(page.words()).toMatch(/3 messages, 5 mails/);
  expect(page.words()).toMatch(
    /It is resolved\.[\s\S]*Mailed to 3 customers, [\s\S]*It is identified\.[\s\S]*Not mailed, because the incident was resolved first[\s\S]*It is investigating\.[\s\S]*Mailed to 2 customers before the incident was resolved/,
  );
});

test("if nobody in the group gets mail, the form and its button say so, and the update is posted without mail", async () => {
  given.people = 0;
  const page = await typedUpdate();
  await page.type("Mail customers", "paying");
  expect(page.words()).toContain("Nobody gets mail: no customer of this group has incident mail turned on.");
  expect(page.words()).toContain("Post update without mail");
  await page.submit();
  expect(given.asked).toEqual([expect.not.objectContaining({ mail: expect.anything() })]);
});

test("the form says “up to” for customers who used the application, because one with two keys may count twice", async () => {
  const page = await typedUpdate();
  await page.type("Mail customers", "recent");
  expect(page.words()).toContain("Goes to up to 3 customers with incident mail turned on.");
  expect(page.words()).toContain("Post update and mail up to 3 customers");
  await page.submit();
  expect(given.asked).toMatchObject([{ mail: "recent" }]);
});
