import * as z from "zod/mini";
import type { StackModel } from "../template/model.ts";
import type { Authorize } from "./authorize.ts";
import { bodyOf } from "./body.ts";
import { AwsError } from "./errors.ts";
import { decide } from "./iam.ts";
import type { AwsCall, Need, Service } from "./types.ts";

export type MailSending = { from: string; to: readonly string[]; settings: string; messageId: string };

const SEND = z.object({
  Destination: z.optional(z.object({ ToAddresses: z.optional(z.array(z.string())) })),
  FromEmailAddress: z.optional(z.string()),
  FromEmailAddressIdentityArn: z.optional(z.string()),
  ConfigurationSetName: z.optional(z.string()),
  Content: z.optional(z.object({ Raw: z.optional(z.unknown()) })),
});

/** SES version 2: checks the sender's permissions and forwards the message to the mailbox. */
export function mailService(
  model: () => StackModel,
  authorize: Authorize,
  send: Service,
  report: (sending: MailSending) => void,
): Service {
  return async (call) => {
    if (call.operation === "SendEmail") authorize(call, sendNeeds(model(), call));
    else authorize(call, [{ action: `ses:${call.operation}`, resource: "*" }]);
    const answer = await send(call);
    if (call.operation === "SendEmail" && answer.status === 200) report(sendingOf(call, answer.body));
    return answer;
  };
}

const SENT = z.object({ MessageId: z.string() });

function sendingOf(call: AwsCall, answer: string): MailSending {
  const input = bodyOf(call, SEND, "BadRequestException");
  return {
    from: input.FromEmailAddress ?? "",
    to: input.Destination?.ToAddresses ?? [],
    settings: input.ConfigurationSetName ?? "",
    messageId: SENT.parse(JSON.parse(answer)).MessageId,
  };
}

function sendNeeds(model: StackModel, call: AwsCall): Need[] {
  const input = bodyOf(call, SEND, "BadRequestException");
  const action = input.Content?.Raw ? "ses:SendRawEmail" : "ses:SendEmail";
  const from = addressOf(input.FromEmailAddress ?? "");
  const prefix = `arn:aws:ses:${model.region}:${model.accountId}`;
  const context = { "ses:FromAddress": [from] };
  const arnsOf = (address: string) =>
    identitiesOf(address).map((identity) => `${prefix}:identity/${identity}`);
  const { caller } = call;
  // AWS checks the permission on the verified identity: the address or its domain. Here, either is enough.
  const anyOf = (resources: readonly string[]): Need => {
    const [first, ...others] = resources.map((resource): Need => ({ action, resource, context }));
    if (!first) throw new AwsError("BadRequestException", "FromEmailAddress is missing.");
    if (caller.kind !== "function") return first;
    return [first, ...others].find((need) => decide(caller.fn.statements, need) === "allowed") ?? first;
  };
  const { FromEmailAddressIdentityArn: given, ConfigurationSetName: settings } = input;
  return [
    anyOf(given ? [given] : arnsOf(from)),
    // New accounts are in the sandbox, where SES also checks recipients' identities.
    ...(input.Destination?.ToAddresses ?? []).map((to) => anyOf(arnsOf(addressOf(to)))),
    ...(settings ? [{ action, resource: `${prefix}:configuration-set/${settings}`, context }] : []),
  ];
}

/** `ada@mail.example.com` → itself, `mail.example.com` and `example.com`. */
function identitiesOf(address: string): string[] {
  const labels = address.slice(address.lastIndexOf("@") + 1).split(".");
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  return [address, ...domains];
}

function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}
