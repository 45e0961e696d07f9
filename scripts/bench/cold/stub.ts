import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import { FINGERPRINT } from "../../docs/examples.ts";
import { PERSON, SESSION, WEBHOOK_SECRET } from "./events.ts";
import { keyRows } from "./rows.ts";

const SECRET = JSON.stringify({
  secretKey: "sk_test_bench",
  webhookSecrets: [WEBHOOK_SECRET],
  current: "bench",
  keys: {},
});
/** A placeholder of 64 bytes, the length of KMS's signatures. */
const SIGNATURE = Buffer.alloc(64).toString("base64");

const KEYS = keyRows(PERSON, "person@example.com", FINGERPRINT, new Date());
const ENTRIES = KEYS.entries.map((row) => marshall(row, { removeUndefinedValues: true }));

/** The caller's account, its operator row, and the last-use rows of the listed keys. */
const ROWS = [
  {
    pk: PERSON,
    sk: "account",
    userId: PERSON,
    email: "person@example.com",
    normalisedEmail: "person@example.com",
    emailConfirmed: true,
    suspended: false,
    stripeCustomerId: null,
    createdAt: "2026-11-03T09:05:00.000Z",
    lastSignInAt: null,
    lastSignInAddress: null,
    lastSignInCountry: null,
  },
  {
    pk: PERSON,
    sk: "operator",
    email: "operator@example.com",
    sessions: [{ id: SESSION }],
    sessionsValidFrom: 0,
  },
  ...KEYS.uses,
].map((row) => marshall(row));
/** Every license key exists and is activated. */
function rowOf(key: Item): Item | undefined {
  if (key.sk?.S === "license")
    return marshall(KEYS.license(String(key.pk?.S)), { removeUndefinedValues: true });
  return ROWS.find(({ pk, sk }) => isDeepStrictEqual({ pk, sk }, key));
}

const Key = z.record(z.string(), z.record(z.string(), z.any()));
type Item = z.output<typeof Key>;
const Get = z.object({ Key });
const BatchGet = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Key) })) });

function answerTo(target: string, asked: string, knowsCaller: boolean): object {
  if (target.startsWith("secretsmanager.")) return { Name: "secret", SecretString: SECRET };
  switch (target.split(".").at(-1)) {
    case "Sign":
      return { Signature: SIGNATURE };
    case "Query": {
      const isOfKeys = knowsCaller && /"IndexName":"byCreated"/.test(asked);
      const Items = isOfKeys ? ENTRIES : [];
      return { Items, Count: Items.length, ScannedCount: Items.length };
    }
    case "Scan":
      return { Items: [], Count: 0, ScannedCount: 0 };
    case "GetItem": {
      const row = knowsCaller ? rowOf(Get.parse(JSON.parse(asked)).Key) : undefined;
      return row ? { Item: row } : {};
    }
    case "BatchGetItem": {
      const tables = Object.entries(BatchGet.parse(JSON.parse(asked)).RequestItems);
      const found = tables.map(([table, { Keys }]) => [
        table,
        Keys.map(rowOf).filter((row) => row !== undefined),
      ]);
      return { Responses: knowsCaller ? Object.fromEntries(found) : {}, UnprocessedKeys: {} };
    }
    case "UpdateItem":
      return { Attributes: marshall({ calls: 1 }) };
    default:
      return {};
  }
}

export type Stub = { url: string; close: () => void };

/** @param knowsCaller whether the tables have the caller's rows; otherwise they are empty */
export async function startStub({ knowsCaller }: { knowsCaller: boolean }): Promise<Stub> {
  const server = createServer(async (request, response) => {
    const asked = await text(request);
    const target = String(request.headers["x-amz-target"] ?? "");
    const body = JSON.stringify(answerTo(target, asked, knowsCaller));
    response.writeHead(200, {
      "content-type": "application/x-amz-json-1.0",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
