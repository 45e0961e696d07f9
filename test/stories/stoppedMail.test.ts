import { expect, test } from "vitest";
import { enqueue } from "../../functions/platform/queue.ts";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld();

async function complain({ email }: Person): Promise<void> {
  const complaint = {
    complainedRecipients: [{ emailAddress: email }],
    timestamp: new Date().toISOString(),
    feedbackId: "feedback",
  };
  await enqueue(process.env.SECURITY_QUEUE_URL ?? "", [{ eventType: "Complaint", complaint }]);
  await world.settle();
}

test("after a complaint, an operator can resend mail only after allowing mail again, which the audit log records", async () => {
  const { person } = await world.subscriber();
  const { userId } = person;
  expect((await world.call("affiliates/join", { acceptTerms: true }, person)).status).toBe(200);
  await world.settle();
  await complain(person);
  const stopOf = async () =>
    ((await world.call("accounts/getAccount", {}, person)).body.account as { mailStop: object | null })
      .mailStop;
  expect(await stopOf()).toMatchObject({ why: "complained" });
  const { mails } = (await world.operate("customers/getCustomer", { userId })).body;
  const [welcome] = mails as { id: string }[];
  const resend = () => world.operate("mail/resendMail", { userId, mailId: String(welcome?.id) });
  expect(await resend()).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("its owner marked a mail as spam") },
  });
  const resume = (id = userId) => world.operate("accounts/resumeMail", { userId: id });
  expect((await resume()).status).toBe(200);
  expect(await stopOf()).toBeNull();
  const sent = world.mails(person).length;
  expect((await resend()).status).toBe(200);
  await world.settle();
  expect(world.mails(person)).toHaveLength(sent + 1);
  expect((await resume()).status).toBe(409);
  expect((await resume("nobody")).status).toBe(404);
  expect(await world.audited("accounts/resumeMail", person)).toMatchObject([
    { before: { mailStop: { why: "complained" } }, after: { mailStop: null } },
  ]);
});
