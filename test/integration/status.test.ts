import { beforeAll, describe, expect, test } from "vitest";
import { DAY, MINUTE } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { invocations, runSchedule } from "../support/control.ts";
import { type Person, signInOperator } from "../support/people.ts";
import { patchRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";

const GREEN = { chatgpt: "green", suno: "green", elevenlabs: "green" } as const;
let operator: Person;
beforeAll(async () => {
  operator = await signInOperator();
});

const save = (services: Parameters<typeof call<"status/saveBoard">>[1]) =>
  call("status/saveBoard", services, { token: operator.accessToken });
const recorded = async () =>
  (await rowsOf("Insights")).filter(({ sk }) => String(sk).startsWith("change#")).length;

describe("the status board", () => {
  test("publishes the state that the operator set and its time", async () => {
    const { body } = await save({ ...GREEN, suno: "yellow" });
    const status = await call("status/getStatus", {});
    expect(status.body).toEqual({
      services: { ...GREEN, suno: "yellow" },
      site: "green",
      answered: status.body.answered,
      incidents: [],
      updated_at: body.updated_at,
      stale: false,
    });
    const board = await call("status/getBoard", {}, { token: operator.accessToken });
    expect(board.body).toEqual(body);
  });

  test("records a change once, and records nothing for a save without a change", async () => {
    await save(GREEN);
    const before = await recorded();
    await save({ ...GREEN, chatgpt: "red" });
    await save({ ...GREEN, chatgpt: "red" });
    expect(await recorded()).toBe(before + 1);
    await save(GREEN);
  });

  test("shows the day of an outage in red, and lists the outage in the feed", async () => {
    await save({ ...GREEN, elevenlabs: "red" });
    await save(GREEN);
    const { body } = await call("status/getHistory", {});
    expect(body.days).toMatchObject({ elevenlabs: expect.arrayContaining(["red"]) });
    const newest = Array.isArray(body.changes) ? body.changes.slice(0, 2) : [];
    expect(newest).toMatchObject([
      { service: "elevenlabs", to: "green" },
      { service: "elevenlabs", to: "red" },
    ]);
    const response = await fetch(`${stack().apiUrl}/status/feed.xml`);
    expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    expect(await response.text()).toContain("Voice synthesis: Outage");
  });

  test("shows the results of the probe", async () => {
    const measured = async () =>
      (await call("status/getHistory", {})).body.uptime as {
        days: ({ checks: number; answered: number } | null)[];
        last_answer_at: string | null;
      };
    await runSchedule("diagnostics/probe");
    const { days, last_answer_at } = await measured();
    expect(days.at(-1)?.answered).toBeGreaterThan(0);
    expect(last_answer_at).not.toBeNull();
  });

  test("publishes a change's note as plain text, records it in the audit log, and refuses a note without a change", async () => {
    const note = "A <b>supplier</b> & we are on it.";
    const token = operator.accessToken;
    await save(GREEN);
    expect(await save({ ...GREEN, note })).toMatchObject({ status: 400, body: { field: "note" } });
    for (const wrong of ["a".repeat(301), "two\nlines", " "])
      expect(await save({ ...GREEN, suno: "red", note: wrong })).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_ERROR", field: "note" },
      });
    const saved = await save({ ...GREEN, suno: "red", note });
    expect(saved.status).toBe(200);
    // A repeated call after a lost answer gets the same answer.
    expect((await save({ ...GREEN, suno: "red", note })).body).toEqual(saved.body);
    await save(GREEN);
    const { body } = await call("status/getHistory", {});
    expect(body.changes).toMatchObject([
      { service: "suno", to: "green", note: null },
      { service: "suno", to: "red", note },
      ...(body.changes as object[]).slice(2),
    ]);
    const feed = await (await fetch(`${stack().apiUrl}/status/feed.xml`)).text();
    expect(feed).toContain("Outage. A &lt;b&gt;supplier&lt;/b&gt; &amp; we are on it.<");
    const audit = await call("audit/listAudit", { limit: 10 }, { token });
    const entries = audit.body.entries as { action: string }[];
    // A scheduled run may have added entries in between.
    expect(entries.filter(({ action }) => action === "status/saveBoard").slice(0, 2)).toMatchObject([
      { action: "status/saveBoard", note: null },
      { action: "status/saveBoard", note, after: { suno: "red" } },
    ]);
  });

  test("accepts only the three states, and an error names the field", async () => {
    const token = operator.accessToken;
    const wrong = { ...GREEN, suno: "blue" } as unknown as typeof GREEN;
    expect(await call("status/saveBoard", wrong, { token })).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", field: "suno" },
    });
  });

  test("becomes stale a day after the last save", async () => {
    await save(GREEN);
    const dayAgo = new Date(Date.now() - DAY - MINUTE).toISOString();
    await patchRow("Insights", { pk: "status", sk: "current" }, "updatedAt", dayAgo);
    const { body } = await call("status/getStatus", {});
    await save(GREEN);
    expect(body.stale).toBe(true);
  });

  test("costs one database call, and so does the history", async () => {
    for (const id of ["status/getStatus", "status/getHistory"] as const) {
      await call(id, {});
      const calls = (await invocations(id)).at(-1)?.calls ?? [];
      expect(calls.filter(({ service }) => service === "dynamodb")).toHaveLength(1);
    }
  });
});
