import { rmSync } from "node:fs";
import * as z from "zod/mini";
import { readJson, writeJson } from "#local-aws";

const Person = z.object({ email: z.string(), password: z.string() });

const Pool = z.object({ endpoint: z.string(), userPoolId: z.string(), clientId: z.string() });

/** `stack.json`: what a program needs to use the running stack. Written completely or not at all. */
export const StackFile = z.object({
  siteUrl: z.string(),
  /** The API's address on the site, including the API's stage. */
  apiUrl: z.string(),
  controlUrl: z.string(),
  /** AWS's services, except the database and the user pools. */
  awsUrl: z.string(),
  mailUrl: z.string(),
  stripe: z.object({
    apiUrl: z.string(),
    dashboardUrl: z.string(),
    /** The secret of the endpoint for the sandbox's own account. */
    webhookSecret: z.string(),
    secretKey: z.string(),
  }),
  /** The customers' pool. */
  cognito: Pool,
  operatorPool: Pool,
  dynamodb: z.object({
    endpoint: z.string(),
    region: z.string(),
    /** `Users` → the table's physical name. */
    tables: z.record(z.string(), z.string()),
  }),
  operator: Person,
  customer: Person,
});
export type StackFile = z.output<typeof StackFile>;

export function writeStackFile(file: string, content: StackFile): void {
  writeJson(file, StackFile.parse(content));
}

export function readStackFile(file: string): StackFile | undefined {
  const result = z.safeParse(StackFile, readJson(file));
  return result.success ? result.data : undefined;
}

export function removeStackFile(file: string): void {
  rmSync(file, { force: true });
}
