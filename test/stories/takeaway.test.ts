import { afterAll, beforeAll, expect, test } from "vitest";
import { EXPORTS, PAGE_EXPORTS } from "#shared/insights/operator.ts";
import { advanceClock, resetClock } from "../support/control.ts";
import { callsOf } from "../support/operatorCalls.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

// What a stranger can do with an operator's open window, or with an old session.

let operator: Person;
let person: Person;
const ask = callsOf(() => operator);
beforeAll(async () => {
  operator = await signUpOperator();
  person = await signUpPerson();
});

const STALE = { status: 403, body: { code: "FRESH_SIGN_IN_REQUIRED" } };

async function afterMinutes<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  await advanceClock(minutes * 60);
  try {
    return await work();
  } finally {
    await resetClock();
  }
}

test("an old session cannot export a list", async () => {
  const { body } = await ask("insights/exportList", { list: "users" });
  await afterMinutes(11, async () => {
    for (const list of EXPORTS) {
      expect(await ask("insights/exportList", { list }), list).toMatchObject(STALE);
      expect(await ask("insights/exportList", { list, cursor: body.next ?? "any" }), list).toMatchObject(
        STALE,
      );
    }
    for (const list of PAGE_EXPORTS)
      expect(await ask("insights/recordExport", { list }), list).toMatchObject(STALE);
  });
});

test("each export has one entry in the audit log with the operator and the list", async () => {
  operator = await signUpOperator();
  for (const list of EXPORTS) await ask("insights/exportList", { list });
  for (const list of PAGE_EXPORTS) await ask("insights/recordExport", { list });
  const subjects = (await rowsOf("Audit"))
    .filter(({ operator: by, subject }) => by === operator.userId && String(subject).startsWith("export#"))
    .map(({ subject }) => subject);
  expect(subjects.sort()).toEqual([...EXPORTS, ...PAGE_EXPORTS].map((list) => `export#${list}`).sort());
});

test("an old session cannot give a lifetime key away, and a fresh session can, with an audit entry", async () => {
  const { userId } = person;
  const give = () => ask("licenses/createLicenseKey", { userId, duration: "lifetime" });
  expect(await afterMinutes(6, give)).toMatchObject(STALE);
  expect((await rowsOf("Seats")).filter((row) => row.userId === userId)).toEqual([]);
  const monthly = await afterMinutes(6, () => ask("licenses/createLicenseKey", { userId }));
  expect(monthly.status).toBe(200);
  expect((await give()).status).toBe(200);
  const { body } = await ask("audit/listAudit", { userId });
  expect(body.entries).toContainEqual(
    expect.objectContaining({
      operator: operator.userId,
      after: expect.objectContaining({ duration: "lifetime" }),
    }),
  );
});

test("an old session cannot assign an unassigned lifetime key", async () => {
  const { userId } = person;
  const { licenseKey } = (await ask("licenses/createLicenseKey", { userId, duration: "lifetime" })).body;
  const taken = await ask("licenses/unassignLicenseKey", { keyId: licenseKey });
  expect(taken.status).toBe(200);
  const assign = () => ask("licenses/assignLicenseKey", { licenseKeyId: taken.body.key.id, userId });
  expect(await afterMinutes(6, assign)).toMatchObject(STALE);
  expect((await assign()).status).toBe(200);
});
