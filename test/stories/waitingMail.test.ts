import { expect, test } from "vitest";
import { theWorld } from "../world/world.ts";

const world = theWorld();

test("while SES accepts no mail, the operator sees the waiting mail, and only mail that is still useful is sent later", async () => {
  const { services } = world.shop;
  const buyer = await world.signUp();
  services.mailQuota = services.sent.length;
  await world.call("accounts/sendEmailCode", {}, buyer);
  await world.buy(buyer, "monthly");
  const { sent } = services;
  expect(world.mails(buyer)).toEqual([]);
  // In the meantime, the job for waiting mail reads SES's quota.
  await world.minutes(2);
  expect(await world.needs()).toContainEqual(
    expect.objectContaining({
      kind: "waitingMail",
      count: 2,
      mail_quota: { paused: false, per_second: 14, sent: sent.length, max: sent.length },
    }),
  );

  await world.minutes(20);
  const kinds = async () => (await world.needs()).map(({ kind, count }) => [kind, count]);
  expect(await kinds()).toEqual([
    ["waitingMail", 1],
    ["expiredMail", 1],
  ]);

  await world.hours(11);
  services.mailQuota = 50_000;
  await world.minutes(2);
  expect(world.mailed(buyer, /license key and receipt/)).toBe(1);
  expect(world.mails(buyer)).toHaveLength(1);
  expect(await kinds()).toEqual([["expiredMail", 1]]);
});

test("a mail with a code expires when the account no longer accepts the code", async () => {
  const person = await world.signUp();
  const queued = () => JSON.parse(world.shop.services.queues.get("mail")?.at(-1) ?? "{}").useBy;
  const confirm = await world.call("accounts/sendEmailCode", {}, person);
  expect(queued()).toBe(confirm.body.expiresAt);
  await world.minutes(2);
  const change = await world.call("accounts/changeEmail", { email: "new@example.com" }, person);
  expect(change.status).toBe(200);
  expect(queued()).toBe(change.body.expiresAt);
});
