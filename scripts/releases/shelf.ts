import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { getMimeType } from "hono/utils/mime";
import { auditEntry, type Change, DEPLOYER } from "../../functions/audit/table.ts";
import { must } from "../aws/answers.ts";
import type { Aws } from "../aws/aws.ts";
import { deploymentOf } from "../deploy/deployment.ts";
import type { LeaseKeys } from "../leaseKeys.ts";

/** Where releases are published: a stage's bucket, or a folder. Names are below /downloads. */
export type Shelf = {
  read(name: string): Promise<string | undefined>;
  /** @param lasting whether caches may keep the file, because it never changes */
  write(name: string, content: Uint8Array | string, lasting?: boolean): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  keys(): Promise<LeaseKeys | undefined>;
  putKeys(keys: LeaseKeys): Promise<void>;
  /** Adds an entry to the stage's audit log. A folder has no audit log. */
  record(change: Omit<Change, "operator">): Promise<void>;
};

/** The key's parameter in a stage. It is encrypted, and no function may read it. */
const UPDATE_KEYS = "update-keys";
/** A parameter holds 4 kB. Applications that pin an older key need an update. */
const MAX_CHAIN = 8;

/** Without this header, CloudFront and browsers would serve an old feed. */
const ALWAYS_ASK = "no-cache";
const FOR_A_YEAR = "public, max-age=31536000, immutable";

export function bucketShelf(aws: Aws, stage: string): Shelf {
  const deployment = deploymentOf(stage);
  const bucket = deployment.bucket("downloads", aws.account);
  const parameter = deployment.parameter(UPDATE_KEYS);
  const key = (name: string) => `downloads/${name}`;
  const headers = (name: string, lasting: boolean) => ({
    cacheControl: lasting ? FOR_A_YEAR : ALWAYS_ASK,
    contentType: getMimeType(name) ?? "application/octet-stream",
  });
  return {
    read: (name) => aws.download(bucket, key(name)),
    write: (name, content, lasting = false) =>
      aws.upload(bucket, key(name), Buffer.from(content), headers(name, lasting)),
    copy: (from, to) => aws.copy(bucket, key(from), key(to), headers(to, false)),
    async keys() {
      const value = await aws.sealedParameter(parameter);
      return value === undefined ? undefined : JSON.parse(value);
    },
    putKeys: (keys) =>
      aws.putSealedParameter(parameter, JSON.stringify({ ...keys, chain: keys.chain?.slice(-MAX_CHAIN) })),
    async record(change) {
      process.env.TABLE_AUDIT = deployment.table("Audit");
      const TransactItems = [auditEntry({ operator: DEPLOYER, ...change })];
      const request = DynamoDBDocumentClient.from(aws.clients().dynamodb()).send(
        new TransactWriteCommand({ TransactItems }),
      );
      await must("The audit log could not be written. No feed has changed.", request);
    },
  };
}

/** @param keyFile the file with the signing key, which must be outside the served folder */
export function folderShelf(folder: string, keyFile: string): Shelf {
  const file = (name: string) => path.join(folder, "downloads", name);
  return {
    read: async (name) => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : undefined),
    async write(name, content) {
      mkdirSync(path.dirname(file(name)), { recursive: true });
      writeFileSync(file(name), content);
    },
    copy: async (from, to) => copyFileSync(file(from), file(to)),
    keys: async () => (existsSync(keyFile) ? JSON.parse(readFileSync(keyFile, "utf8")) : undefined),
    async putKeys(keys) {
      mkdirSync(path.dirname(keyFile), { recursive: true });
      writeFileSync(keyFile, JSON.stringify(keys), { mode: 0o600 });
    },
    record: async () => {},
  };
}
