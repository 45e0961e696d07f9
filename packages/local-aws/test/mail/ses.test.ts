import { createServer } from "node:http";
import {
  GetAccountCommand,
  ListSuppressedDestinationsCommand,
  SESv2Client,
  SendEmailCommand,
  type SendEmailCommandInput,
} from "@aws-sdk/client-sesv2";
import { getRequestListener } from "@hono/node-server";
import { describe, expect, onTestFinished, test } from "vitest";
import type { OutgoingMail } from "../../src/mail/message.ts";
import { handleSes } from "../../src/mail/ses.ts";

async function sesFor(options: { identities?: readonly string[] } = {}) {
  const sent: OutgoingMail[] = [];
  const server = createServer(
    getRequestListener((request) => handleSes(request, (mail) => sent.push(mail), options)),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: "AKIDLOCAL", secretAccessKey: "local" };
  const sdk = new SESv2Client({ endpoint, region: "eu-central-1", credentials, maxAttempts: 1 });
  return { endpoint, sdk, sent };
}

function simple(changes: Partial<SendEmailCommandInput> = {}): SendEmailCommand {
  return new SendEmailCommand({
    FromEmailAddress: "Shopkeeper <hello@shop.example>",
    Destination: { ToAddresses: ["ada@example.com"], BccAddresses: ["audit@example.com"] },
    Content: {
      Simple: {
        Subject: { Data: "Grüße" },
        Body: { Text: { Data: "Hello" }, Html: { Data: "<p>Hello</p>" } },
        Headers: [{ Name: "List-Unsubscribe", Value: "<https://example.com/u>" }],
      },
    },
    ...changes,
  });
}

describe("a simple message", () => {
  test("arrives at every recipient with its headers", async () => {
    const { sdk, sent } = await sesFor();
    const answer = await sdk.send(simple({ ReplyToAddresses: ["help@example.com"] }));
    expect(answer.MessageId).toBeTruthy();
    expect(sent).toEqual([
      {
        to: ["ada@example.com", "audit@example.com"],
        from: "Shopkeeper <hello@shop.example>",
        subject: "Grüße",
        text: "Hello",
        html: "<p>Hello</p>",
        headers: { "List-Unsubscribe": "<https://example.com/u>", "Reply-To": "help@example.com" },
        attachments: [],
      },
    ]);
  });

  const body = { Text: { Data: "x" } };
  const content = (subject: string, name = "X-Own", value = "1") => ({
    Simple: { Subject: { Data: subject }, Body: body, Headers: [{ Name: name, Value: value }] },
  });
  test.each<[string, Partial<SendEmailCommandInput>]>([
    ["no sender", { FromEmailAddress: undefined }],
    ["no recipient", { Destination: {} }],
    ["an address without a domain", { Destination: { ToAddresses: ["ada"] } }],
    ["an address that is not ASCII", { Destination: { ToAddresses: ["ädä@example.com"] } }],
    ["a domain that is not ASCII", { Destination: { ToAddresses: ["ada@ädä.example"] } }],
    ["a comma in an address", { Destination: { ToAddresses: ["a,b@example.com"] } }],
    ["two dots in an address", { Destination: { ToAddresses: ["a..b@example.com"] } }],
    ["a second at-sign", { Destination: { ToAddresses: ["a@b@example.com"] } }],
    [
      "51 recipients",
      { Destination: { ToAddresses: Array.from({ length: 51 }, (_, n) => `u${n}@example.com`) } },
    ],
    ["a line break in the subject", { Content: content("one\r\nBcc: eve@example.com") }],
    ["a line break in a header", { Content: content("x", "X-Own", "a\r\nBcc: eve@example.com") }],
    ["a header that SES writes itself", { Content: content("x", "Date", "now") }],
    ["no body", { Content: { Simple: { Subject: { Data: "x" }, Body: {} } } }],
    ["no content", { Content: {} }],
  ])("with %s is refused", async (_what, changes) => {
    const { sdk, sent } = await sesFor();
    await expect(sdk.send(simple(changes))).rejects.toMatchObject({ name: "BadRequestException" });
    expect(sent).toEqual([]);
  });
});

describe("a raw message", () => {
  const raw = (lines: string[]) => ({ Content: { Raw: { Data: Buffer.from(lines.join("\r\n")) } } });

  test("is read with its parts, encodings, headers and attachments", async () => {
    const { sdk, sent } = await sesFor();
    const message = raw([
      "From: =?utf-8?Q?Caf=C3=A9?= <hello@shop.example>",
      'To: "Byron, Ada" <ada@example.com>, bob@example.com',
      "Subject: =?UTF-8?B?R3LDvMOf?= =?UTF-8?B?ZQ==?=",
      "List-Unsubscribe: <https://example.com/u>,",
      " <mailto:u@example.com>",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="outer"',
      "",
      "--outer",
      "Content-Type: multipart/alternative; boundary=inner",
      "",
      "--inner",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Caf=C3=A9 =E2=82=AC and a long =",
      "line",
      "--inner",
      "Content-Type: text/html; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("<p>Café</p>").toString("base64"),
      "--inner--",
      "--outer",
      'Content-Type: application/pdf; name="invoice.pdf"',
      'Content-Disposition: attachment; filename="invoice.pdf"',
      "",
      "JVBERi0=",
      "--outer--",
    ]);
    await sdk.send(new SendEmailCommand(message));
    expect(sent).toEqual([
      {
        to: ['"Byron, Ada" <ada@example.com>', "bob@example.com"],
        from: "Café <hello@shop.example>",
        subject: "Grüße",
        text: "Café € and a long line",
        html: "<p>Café</p>",
        headers: { "List-Unsubscribe": "<https://example.com/u>, <mailto:u@example.com>" },
        attachments: ["invoice.pdf"],
      },
    ]);
  });

  test("goes to the recipients in Destination, if there are any", async () => {
    const { sdk, sent } = await sesFor();
    const message = raw(["From: a@example.com", "To: b@example.com", "Subject: x", "", "body"]);
    await sdk.send(new SendEmailCommand({ ...message, Destination: { ToAddresses: ["c@example.com"] } }));
    expect(sent[0]).toMatchObject({ to: ["c@example.com"], text: "body" });
  });
});

test("a sender without a verified identity is rejected", async () => {
  const { sdk, sent } = await sesFor({ identities: ["shop.example"] });
  await sdk.send(simple());
  await expect(sdk.send(simple({ FromEmailAddress: "hello@evil.example" }))).rejects.toMatchObject({
    name: "MessageRejected",
  });
  expect(sent).toHaveLength(1);
});

test("the account has the quota of an account outside the sandbox", async () => {
  const { sdk } = await sesFor();
  expect(await sdk.send(new GetAccountCommand({}))).toMatchObject({
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
  });
});

test("an unsupported operation or template is refused", async () => {
  const { sdk } = await sesFor();
  await expect(sdk.send(new ListSuppressedDestinationsCommand({}))).rejects.toMatchObject({
    name: "UnknownOperationException",
  });
  await expect(sdk.send(simple({ Content: { Template: { TemplateName: "t" } } }))).rejects.toMatchObject({
    name: "BadRequestException",
  });
});

test("an unsigned request is refused", async () => {
  const { endpoint, sent } = await sesFor();
  const answer = await fetch(`${endpoint}/v2/email/outbound-emails`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(403);
  expect(sent).toEqual([]);
});
