import * as z from "zod/mini";
import { Instant, SECOND } from "#shared/instant.ts";
import { getItem, type Item, putItem, putNext, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/**
 * Operators, in the table Users: `pk` is the `sub` in the operators' user pool, `sk` is "operator". They are not
 * customers: no list of users and no figure includes them. scripts/operator/accounts.ts creates the row and ends its
 * sessions, scripts/operator/removal.ts deletes it. accounts/inviteReader and accounts/removeReader do so for readers.
 */
const TABLE = () => env("TABLE_USERS");
const key = (userId: string) => ({ pk: userId, sk: "operator" });

const KNOWN = {
  email: z.string(),
  /** The accepted sign-ins by `origin_jti`, latest last. */
  sessions: z.array(
    z.looseObject({ id: z.string(), endedAt: z.optional(Instant), usedAt: z.optional(Instant) }),
  ),
  /** Epoch seconds: every sign-in up to this second has ended, with all its renewals. */
  sessionsValidFrom: z.number(),
  isReader: z.optional(z.literal(true)),
};

const KnownOperator = z.object(KNOWN);
export type KnownOperator = z.output<typeof KnownOperator>;

export const toOperator = (item: Item): KnownOperator => KnownOperator.parse(item);
export const operatorRow = (userId: string) => ({ table: TABLE(), key: key(userId) });

const readRow = (userId: string) => getItem({ TableName: TABLE(), Key: key(userId) });

export async function findOperator(userId: string): Promise<KnownOperator | undefined> {
  const item = await readRow(userId);
  return item && toOperator(item);
}

const Operator = z.object({
  ...KNOWN,
  userId: z.string(),
  /** When each session started, was last renewed, and was signed out. */
  sessions: z.array(
    z.object({ id: z.string(), at: Instant, usedAt: z.optional(Instant), endedAt: z.optional(Instant) }),
  ),
  /** Where the operator has signed in: a hash of the browser's id, and CloudFront's country. */
  places: z.array(z.object({ device: z.string(), country: z.nullable(z.string()), at: Instant })),
  /** When the second factor was reset; null once the next sign-in has reported it. */
  factorResetAt: z.nullable(Instant),
  version: z.number(),
});
export type Operator = z.output<typeof Operator>;

export async function readOperator(userId: string): Promise<Operator | undefined> {
  const item = await readRow(userId);
  return item && Operator.parse(item);
}

/** @throws WriteConflict if the row has changed since `before` was read */
export async function replaceOperator(before: Operator, after: Operator): Promise<void> {
  await putItem({
    TableName: TABLE(),
    Item: { ...key(after.userId), ...after },
    ConditionExpression: "version = :version",
    ExpressionAttributeValues: { ":version": before.version },
  });
}

/** For a transaction that only an operator may make: fails if the operator has been removed. */
export const requireOperator = (userId: string): Write => ({
  ConditionCheck: { TableName: TABLE(), Key: key(userId), ConditionExpression: "attribute_exists(pk)" },
});

/**
 * For a transaction: stores a reader whose sessions have all ended. Fails if the row has changed since it was read.
 * @param before the reader's row, if the reader was invited before
 */
export const keepReader = (
  { userId, email }: { userId: string; email: string },
  before: Operator | undefined,
  now: Date,
): Write =>
  putNext(
    TABLE(),
    {
      ...key(userId),
      userId,
      email,
      isReader: true,
      sessions: [],
      places: [],
      sessionsValidFrom: Math.floor(now.getTime() / SECOND),
      factorResetAt: null,
    },
    before?.version ?? 0,
  );

/** For a transaction: fails if the operator is not a reader, or is gone. */
export const dropReader = (userId: string): Write => ({
  Delete: {
    TableName: TABLE(),
    Key: key(userId),
    ConditionExpression: "isReader = :yes",
    ExpressionAttributeValues: { ":yes": true },
  },
});

export const dropOperator = (userId: string): Write => ({
  Delete: { TableName: TABLE(), Key: key(userId) },
});
