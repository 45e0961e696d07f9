import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Deliver, OutgoingMail } from "./message.ts";
import { bareAddress } from "./message.ts";
import { headerOf, parseMail } from "./mime.ts";
import { simulated } from "./simulator.ts";

// The part of SES version 2 that sends complete messages. Refuses templates and bulk sending.

const MAX_RECIPIENTS = 50;
const MAX_BYTES = 40 * 1024 * 1024;

const Content = z.object({ Data: z.string(), Charset: z.optional(z.string()) });
const Header = z.object({ Name: z.string(), Value: z.string() });
const Addresses = z._default(z.array(z.string()), []);

const SendEmail = z.object({
  FromEmailAddress: z.optional(z.string()),
  ReplyToAddresses: Addresses,
  Destination: z._default(
    z.object({ ToAddresses: Addresses, CcAddresses: Addresses, BccAddresses: Addresses }),
    {
      ToAddresses: [],
      CcAddresses: [],
      BccAddresses: [],
    },
  ),
  Content: z.object({
    Simple: z.optional(
      z.object({
        Subject: Content,
        Body: z.object({ Text: z.optional(Content), Html: z.optional(Content) }),
        Headers: z._default(z.array(Header), []),
        Attachments: z._default(z.array(z.looseObject({ FileName: z.string() })), []),
      }),
    ),
    Raw: z.optional(z.object({ Data: z.string() })),
    Template: z.optional(z.unknown()),
  }),
});
type SendEmail = z.infer<typeof SendEmail>;
type Sent = OutgoingMail & { to: readonly string[] };

class SesError extends Error {
  readonly status: number;
  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}
/** Amazon's answer for an account outside the sandbox. Sent mail is not counted. */
const ACCOUNT = {
  ProductionAccessEnabled: true,
  SendingEnabled: true,
  SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
};
const badRequest = (message: string) => new SesError("BadRequestException", message);

/** `identities`: addresses and domains that may send. Undefined: all. */
export async function handleSes(
  request: Request,
  deliver: Deliver,
  options: { identities?: readonly string[] } = {},
): Promise<Response> {
  try {
    const { pathname } = new URL(request.url);
    if (!request.headers.get("authorization")?.startsWith("AWS4-HMAC-SHA256 ")) {
      throw new SesError("MissingAuthenticationTokenException", "Missing Authentication Token", 403);
    }
    if (request.method === "GET" && pathname === "/v2/email/account") return respond(200, ACCOUNT);
    if (request.method !== "POST" || pathname !== "/v2/email/outbound-emails") {
      throw new SesError(
        "UnknownOperationException",
        `${request.method} ${pathname} is not supported here.`,
        404,
      );
    }
    const mail = outgoing(parsed(await request.text()));
    assertMaySend(mail.from, options.identities);
    const arriving = mail.to.filter((address) => simulated(address) !== "Bounce");
    if (arriving.length > 0) deliver({ ...mail, to: arriving });
    return respond(200, { MessageId: `${randomUUID()}-000000` });
  } catch (error) {
    if (!(error instanceof SesError)) throw error;
    return respond(error.status, { message: error.message }, { "x-amzn-errortype": error.name });
  }
}

function parsed(text: string): SendEmail {
  if (text.length > MAX_BYTES) throw badRequest("Message length is more than 41943040 bytes long.");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new SesError("SerializationException", "The request is not JSON.");
  }
  const result = SendEmail.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw badRequest(
    `1 validation error detected: Value at '${(issue?.path ?? []).join(".")}' failed to satisfy constraint: ${issue?.message}`,
  );
}

function outgoing(input: SendEmail): Sent {
  const { Simple, Raw, Template } = input.Content;
  if ([Simple, Raw, Template].filter((one) => one !== undefined).length !== 1) {
    throw badRequest("Content must have exactly one of Simple, Raw and Template.");
  }
  const { ToAddresses, CcAddresses, BccAddresses } = input.Destination;
  const recipients = [...ToAddresses, ...CcAddresses, ...BccAddresses];
  if (Simple) {
    const { Text, Html } = Simple.Body;
    if (!Text && !Html) throw badRequest("Body must have Text, Html or both.");
    const headers = checkedHeaders(Simple.Headers);
    return complete({
      to: recipients,
      from: input.FromEmailAddress ?? "",
      subject: Simple.Subject.Data,
      text: Text?.Data ?? "",
      html: Html?.Data,
      headers:
        input.ReplyToAddresses.length > 0
          ? { ...headers, "Reply-To": input.ReplyToAddresses.join(", ") }
          : headers,
      attachments: Simple.Attachments.map((one) => one.FileName),
    });
  }
  if (Raw) return complete(fromRaw(Raw.Data, recipients, input.FromEmailAddress));
  throw badRequest("Templates are not supported here.");
}

function fromRaw(base64: string, recipients: readonly string[], from: string | undefined): Sent {
  const { headers, text, html, attachments } = parseMail(Buffer.from(base64, "base64").toString("latin1"));
  const named = ["to", "cc", "bcc"].flatMap((name) => addressesIn(headerOf(headers, name) ?? ""));
  return {
    to: recipients.length > 0 ? recipients : named,
    from: from ?? headerOf(headers, "from") ?? "",
    subject: headerOf(headers, "subject") ?? "",
    text,
    html,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ENVELOPE.test(name))),
    attachments,
  };
}

const ENVELOPE = /^(from|to|cc|bcc|subject|date|message-id|mime-version|content-.*)$/i;

function complete(mail: Sent): Sent {
  const recipients = mail.to;
  if (mail.from === "") throw badRequest("Missing required parameter FromEmailAddress.");
  if (recipients.length === 0) throw badRequest("Destination must have at least one recipient.");
  if (recipients.length > MAX_RECIPIENTS) throw badRequest(`Recipient count exceeds ${MAX_RECIPIENTS}.`);
  for (const address of [mail.from, ...recipients]) assertAddress(address);
  if (/[\r\n]/.test(mail.subject)) throw badRequest("Subject must not contain line breaks.");
  return mail;
}

/** Words separated by dots, or quoted text. */
const LOCAL_PART = /^(?:[^\s"(),.:;<>@[\\\]]+(?:\.[^\s"(),.:;<>@[\\\]]+)*|"[^"\\]*")$/;

/** SES accepts ASCII addresses only. Domains in other alphabets need punycode. */
function assertAddress(address: string): void {
  const bare = bareAddress(address);
  const at = bare.lastIndexOf("@");
  if (at < 0) throw badRequest("Missing final '@domain'");
  if (/[\r\n]/.test(address)) throw badRequest("Illegal address");
  const [local, domain] = [bare.slice(0, at), bare.slice(at + 1)];
  if (/[^\x21-\x7e]/.test(local)) throw badRequest("Local address contains control or whitespace");
  if (!LOCAL_PART.test(local)) throw badRequest("Local address contains illegal character");
  if (!/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(domain))
    throw badRequest("Domain contains illegal character or is incomplete");
}

/** Custom headers such as List-Unsubscribe. Headers that SES writes are refused. */
function checkedHeaders(headers: readonly z.infer<typeof Header>[]): Record<string, string> {
  if (headers.length > 15) throw badRequest("Headers must have at most 15 entries.");
  for (const { Name, Value } of headers) {
    if (!/^[!-9;-~]{1,126}$/.test(Name)) throw badRequest(`Header name '${Name}' is not valid.`);
    if (!/^[ -~]{1,995}$/.test(Value)) throw badRequest(`Header value of '${Name}' is not valid.`);
    if (ENVELOPE.test(Name)) throw badRequest(`Header '${Name}' cannot be set.`);
  }
  return Object.fromEntries(headers.map(({ Name, Value }) => [Name, Value]));
}

function assertMaySend(from: string, identities: readonly string[] | undefined): void {
  const address = bareAddress(from).toLowerCase();
  const domain = address.split("@")[1] ?? "";
  const allowed = identities?.some((one) => {
    const identity = one.toLowerCase();
    return identity === address || identity === domain || domain.endsWith(`.${identity}`);
  });
  if (allowed === false) {
    throw new SesError(
      "MessageRejected",
      `Email address is not verified. The following identities failed the check: ${from}`,
    );
  }
}

function addressesIn(header: string): string[] {
  return header
    .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const common = { "content-type": "application/json", "x-amzn-requestid": randomUUID() };
  return new Response(JSON.stringify(body), { status, headers: { ...common, ...headers } });
}
