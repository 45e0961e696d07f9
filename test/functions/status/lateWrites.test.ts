import { test } from "vitest";
import type { NewMailing } from "../../../functions/mail/mailings/rules.ts";
import { createMailing, keepProgress } from "../../../functions/mail/mailings/table.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import type { OpenIncident } from "../../../functions/status/incidents/rules.ts";
import { addUpdate, createIncident } from "../../../functions/status/incidents/table.ts";
import { ALL_GREEN } from "../../../functions/status/rules.ts";
import { writeBoard } from "../../../functions/status/table.ts";
import { memoryRefusals } from "../../support/memory/refusals.ts";

const { rows, set, expectRefused } = memoryRefusals();
const AT = "2026-11-25T12:00:00.000Z";
const LATER = "2026-11-25T12:05:00.000Z";
const OPEN: OpenIncident = {
  ...{ id: "one", title: "Voices fail", state: "identified", impact: "red", services: ["elevenlabs"] },
  ...{ started_at: AT, updated_at: AT, count: 1 },
};
const MAILING: NewMailing = {
  ...{ id: `${AT}#one`, audience: "customers", operator: "op", action: "status/openIncident" },
  ...{ incident: OPEN, message: "A supplier is down.", at: AT },
};
const only = () => rows.of("insights")[0] as { pk: string; sk: string };

test.each([null, AT])(
  "an operator's save does not replace a board that was saved in the meantime (previous save: %s)",
  async (updatedAt) => {
    const board = { services: ALL_GREEN, updatedAt, open: [] };
    const save = (at: string) => writeBoard(board, { ...board, updatedAt: at }, [], []);
    const restore = rows.keep();
    await writeBoard({ ...board, updatedAt: null }, { ...board, updatedAt: LATER }, [], []);
    const key = only();
    restore();
    if (updatedAt !== null) set("insights", key, board);
    await expectRefused(
      () => save("2026-11-25T12:09:00.000Z"),
      () => set("insights", key, { ...board, updatedAt: LATER }),
    );
  },
);

test("an update of an incident does not hide another operator's update", async () => {
  await transact([createIncident(OPEN, "We look into it.")]);
  const write = () => addUpdate(OPEN, { ...OPEN, state: "resolved", updated_at: LATER }, "Fixed.");
  await expectRefused(write, () => set("insights", only(), { updated_at: LATER }));
});

test.each([{ place: "ann" }, { finishedAt: LATER }])(
  "a mailing's slow turn does not overwrite the progress of a later turn: %o",
  async (change) => {
    await transact([createMailing(MAILING)]);
    const before = { ...MAILING, place: null, recipients: 0, finishedAt: null, stopped: false };
    await expectRefused(
      () => keepProgress(before, { place: "bob", recipients: 9, finishedAt: null }),
      () => set("insights", only(), change),
    );
  },
);
