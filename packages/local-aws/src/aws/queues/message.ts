import * as z from "zod/mini";

const ATTRIBUTE = z.object({
  DataType: z.string(),
  StringValue: z.optional(z.string()),
  BinaryValue: z.optional(z.string()),
});
export const Attributes = z.record(z.string(), ATTRIBUTE);
export type Attributes = z.infer<typeof Attributes>;

export const Message = z.object({
  id: z.string(),
  queueArn: z.string(),
  body: z.string(),
  attributes: Attributes,
  /** Messages are received in this order. */
  sequence: z.int(),
  /** The stack's clock in epoch milliseconds, as in `delayedUntil`. */
  sentAt: z.number(),
  /** Delays follow the stack's clock, so moving the clock makes messages due. */
  delayedUntil: z.number(),
  receives: z.int(),
  firstReceivedAt: z.nullable(z.number()),
});
export type Message = z.infer<typeof Message>;

export function isMessage(value: unknown): value is Message {
  return Message.safeParse(value).success;
}

export type Sending = {
  body: string;
  attributes?: Attributes;
  delaySeconds?: number | undefined;
};

/** SQS's limit in bytes since August 2025, for a message and for a whole batch. */
export const LONGEST_MESSAGE = 1_048_576;

export function messageBytes(message: Sending): number {
  const attributes = Object.entries(message.attributes ?? {}).map(
    ([name, { DataType, StringValue = "", BinaryValue = "" }]) =>
      Buffer.byteLength(name + DataType + StringValue) + Buffer.byteLength(BinaryValue, "base64"),
  );
  return attributes.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(message.body));
}
