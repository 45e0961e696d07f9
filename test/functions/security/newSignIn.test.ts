import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Session } from "#shared/accounts/session.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { render } from "../../../functions/mail/templates/render.ts";
import { handler } from "../../../functions/security/observe.ts";
import { createUser } from "../../../functions/users/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { inProcess, network } from "../../support/memory/network.ts";
import { memoryQueues } from "../../support/memory/queue.ts";

const wire = network();
let rows: Rows;
let mails: Mail[];
beforeAll(() => {
  for (const [name, value] of Object.entries({ TABLE_USERS: "users", MAIL_QUEUE_URL: "mail" }))
    vi.stubEnv(name, value);
  rows = memoryDynamo(wire);
  memoryQueues(wire, (_queue, body) => void mails.push(JSON.parse(body)));
});
beforeEach(async () => {
  rows.clear();
  wire.plan();
  mails = [];
  await createUser(newAccount("ann", "ann@example.com", new Date(AT)));
});
afterAll(() => vi.unstubAllEnvs());

const AT = "2026-11-22T10:00:00.000Z";
const LAPTOP = { device: "Firefox on Windows", country: "DE" };

async function signIn(id: string, place: Pick<Session, "device" | "country">): Promise<unknown> {
  const session: Session = { id, ...place, signedInAt: AT, lastUsedAt: AT };
  const body = JSON.stringify({ kind: "signIn", userId: "ann", session });
  return handler({ Records: [{ messageId: id, body }] } as never, { awsRequestId: "request" } as Context);
}
const told = () => mails.map(({ id }) => id);

test("the first known sign-in and a sign-in from a known place cause no mail", async () => {
  await signIn("one", LAPTOP);
  await signIn("two", LAPTOP);
  expect(told()).toEqual([]);
});

test.each([
  ["browser", { ...LAPTOP, device: "Chrome on Android" }],
  ["country", { ...LAPTOP, country: "BR" }],
])("the owner gets one mail about sign-ins from a new %s", async (_what, place) => {
  await signIn("one", LAPTOP);
  await signIn("two", place);
  await signIn("three", place);
  expect(told()).toEqual(["new-sign-in:two"]);
  expect(mails[0]).toMatchObject({ to: { userId: "ann" }, template: "newSignIn" });
});

test("the mail about a new sign-in names the browser, the country, the time and what to do", async () => {
  await signIn("one", LAPTOP);
  await signIn("two", { device: "Chrome on Android", country: "BR" });
  const [mail] = mails;
  if (!mail) throw new Error("no mail");
  const { text } = render(mail, "https://shop.example.com");
  for (const part of ["Chrome on Android", "Brazil", "November 22, 2026 at 10:00 AM UTC", "password"])
    expect(text).toContain(part);
});

test.each(["killed before", "killed after"] as const)(
  "the owner gets one mail even if a run is %s one of its calls",
  async (mode) => {
    await signIn("one", LAPTOP);
    const restore = rows.keep();
    const abroad = () => signIn("two", { ...LAPTOP, country: "BR" });
    wire.plan();
    await abroad();
    const { length } = wire.calls;
    for (let at = 0; at < length; at += 1) {
      restore();
      mails = [];
      wire.plan({ at, mode });
      expect(await inProcess(abroad), `call ${at}`).toBe("killed");
      wire.plan();
      await abroad();
      expect(new Set(told()), `call ${at}`).toEqual(new Set(["new-sign-in:two"]));
    }
  },
);
