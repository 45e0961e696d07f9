import { BadRequestException, SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { Context, SQSEvent } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler } from "../../../functions/mail/deliver.ts";
import { createUser, markDeleted } from "../../../functions/users/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

const ses = mockClient(SESv2Client);
const wire = network();
let rows: Rows;
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "mail/deliver",
    TABLE_USERS: "users",
    TABLE_EVENTS: "events",
    SITE_URL: "https://shop.example.com",
    OPERATOR_EMAIL: "operator@example.com",
    MAIL_FROM: "shop@example.com",
    MAIL_SETTINGS: "mail",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});
beforeEach(async () => {
  ses.reset();
  ses.on(SendEmailCommand).resolves({});
  rows = memoryDynamo(wire);
  wire.plan();
  await createUser(newAccount("ann", "ann@example.com", new Date()));
});
afterAll(() => {
  vi.unstubAllEnvs();
  ses.restore();
});

const ended = (to: Mail["to"]): Mail => ({
  id: "ended:sub_1",
  to,
  template: "subscriptionEnded",
  data: { endedOn: "November 3, 2026" },
});
const handle = (mail: Mail) =>
  handler(
    { Records: [{ messageId: "1", body: JSON.stringify(mail) }] } as SQSEvent,
    { awsRequestId: "request", getRemainingTimeInMillis: () => 1000 } as Context,
  );
const deliver = async (mail: Mail): Promise<string[]> => {
  expect(await handle(mail)).toEqual({ batchItemFailures: [] });
  return ses
    .commandCalls(SendEmailCommand)
    .flatMap(({ args: [{ input }] }) => input.Destination?.ToAddresses ?? []);
};

test("a mail to an account is sent and recorded", async () => {
  expect(await deliver(ended({ userId: "ann" }))).toEqual(["ann@example.com"]);
  expect(rows.of("events")).toMatchObject([{ pk: "mail#ended:sub_1", status: "sent" }]);
});

test("the record of a mail expires after a year", async () => {
  const before = Date.now();
  await deliver(ended({ userId: "ann" }));
  const [row] = rows.of("events");
  const days = (Number(row?.expiresAtEpoch) * SECOND - before) / DAY;
  expect(Math.round(days)).toBe(365);
});

test("an account that is being deleted gets no mail, and no record of a mail", async () => {
  await markDeleted("ann", new Date().toISOString());
  expect(await deliver(ended({ userId: "ann" }))).toEqual([]);
  expect(rows.of("events")).toEqual([]);
});

test("the mail about an account's deletion is sent, because it contains the recipient's address", async () => {
  await markDeleted("ann", new Date().toISOString());
  expect(await deliver(ended({ userId: "ann", address: "ann@example.com" }))).toEqual(["ann@example.com"]);
});

describe("when SES refuses a mail", () => {
  beforeEach(() => {
    const refusal = { message: "Local address contains control or whitespace", $metadata: {} };
    ses.on(SendEmailCommand).rejects(new BadRequestException(refusal));
  });

  test.each(["müller@example.com", "a,b@example.com"])(
    "a mail to the invalid address %s is not retried and is recorded as refused",
    async (email) => {
      await createUser(newAccount("odd", email, new Date()));
      expect(await deliver(ended({ userId: "odd" }))).toEqual([email]);
      expect(rows.of("events")).toMatchObject([{ pk: "mail#ended:sub_1", status: "refused" }]);
    },
  );

  test("a mail to a valid address fails and is retried", async () => {
    expect(await handle(ended({ userId: "ann" }))).toEqual({ batchItemFailures: [{ itemIdentifier: "1" }] });
  });
});

test("a mail to an unusual address that SES accepts is sent", async () => {
  await createUser(newAccount("odd", '"ann"@example.com', new Date()));
  expect(await deliver(ended({ userId: "odd" }))).toEqual(['"ann"@example.com']);
  expect(rows.of("events")).toMatchObject([{ status: "sent" }]);
});
