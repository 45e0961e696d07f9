import { expect, test, vi } from "vitest";
import { lifetimeGrant } from "../../../functions/grants/grantRules.ts";
import { changeSuspension, deleteGrant } from "../../../functions/grants/table.ts";
import { replaceMails } from "../../../functions/mail/invitations/table.ts";
import { markAll } from "../../../functions/persons/table.ts";
import { deleteTeam, whileGranted } from "../../../functions/subscriptions/team/table.ts";
import { freeMailbox } from "../../../functions/users/mailboxTable.ts";
import { NOW } from "../../support/memory/billing.ts";
import { memoryRefusals } from "../../support/memory/refusals.ts";

const { network, rows, set, expectRefused } = memoryRefusals();
vi.spyOn(Math, "random").mockReturnValue(0);
const AT = NOW.toISOString();
const GRANT = lifetimeGrant("ann", "pi_1", { licenseKey: "KEY", revives: null }, NOW);
const TEAM = { ownerId: "ann", members: [], vacated: [], version: 1 };
const MAILS = { key: { pk: "invited#bob", sk: "mail" }, sent: [], isRefused: false, teams: [], version: 1 };
const WAIT = { pk: "person#name", sk: "wait" };

test.each([
  ["the deletion of a grant", { pk: "ann", sk: `grant#${GRANT.id}` }, () => deleteGrant(GRANT)],
  ["an invitation to a seat", { pk: "ann", sk: `grant#${GRANT.id}` }, () => whileGranted(GRANT)],
  ["the deletion of a team", { pk: "ann", sk: "team" }, () => deleteTeam(TEAM)],
  ["a mailed invitation", MAILS.key, () => replaceMails(MAILS, NOW)],
])("%s is refused if another write has changed the row since it was read", async (_what, key, write) => {
  set("grants", key, { version: 1 });
  await expectRefused(write, () => set("grants", key, { version: 2 }));
});

test("changing what a suspension does to the subscription does not suspend an account whose suspension has ended", async () => {
  set("grants", { pk: "ann", sk: "suspended" }, { subscription: "pause" });
  await expectRefused(() => changeSuspension("ann", "cancel"), rows.clear);
});

test("if two accounts of one person take over a third account's mark in the waiting list at once, only one succeeds", async () => {
  set("grants", WAIT, { userId: "third" });
  const mark = { pk: WAIT.pk, userId: "third" };
  await expectRefused(
    () => markAll(["name"], "wait", [mark], { userId: "ann", until: AT }),
    () => set("grants", WAIT, { userId: "bob" }),
  );
});

test.each([
  ["the owner makes", { createdAt: "2026-03-15T13:00:00.000Z" }],
  ["another account makes", { userId: "bob" }],
])("removing an impostor's claim to a mailbox keeps the claim that %s meanwhile", async (_who, change) => {
  const mailbox = { pk: "mailbox#ann@example.com", sk: "free" };
  set("grants", { pk: "ann", sk: "mailbox" }, { normalisedEmail: "ann@example.com" });
  set("grants", mailbox, { userId: "ann", createdAt: "2026-03-01T00:00:00.000Z" });
  network.turn = async ({ operation }) => {
    if (operation === "TransactWriteItems") set("grants", mailbox, change);
  };
  await freeMailbox("ann", AT);
  expect(rows.partition("grants", mailbox.pk)).toMatchObject([change]);
});
