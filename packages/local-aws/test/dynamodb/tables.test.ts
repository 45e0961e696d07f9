import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localDynamodb } from "../../src/dynamodb/client.ts";
import { binary, startDynamodb } from "../../src/dynamodb/process.ts";
import { ensureTables } from "../../src/dynamodb/tables.ts";
import { closeServer, listen } from "../../src/listen.ts";
import { anyPort, REGION, startDatabase, type TestDatabase, testTable } from "./database.ts";

describe("tables", () => {
  const first = testTable("Changing", {
    streamView: "NEW_IMAGE",
    ttlAttribute: "expiresAtEpoch",
    attributes: { pk: "S", sk: "S", owner: "S" },
    indexes: [{ name: "byOwner", key: { hash: "owner", range: null }, projection: "ALL" }],
  });
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startDatabase([first]);
  });
  afterAll(() => database.stop());

  const described = async () => {
    const answer = await database.process.client.call("DescribeTable", { TableName: first.name });
    return answer.Table;
  };

  it("do not change on a second start with the same template", async () => {
    const before = await described();
    await ensureTables(database.process.client, [first]);
    expect(await described()).toEqual(before);
  });

  it("gain a new index, lose an old one and change their stream", async () => {
    const index = { name: "bySk", key: { hash: "sk", range: "pk" }, projection: ["owner"] };
    await ensureTables(database.process.client, [
      { ...first, streamView: "NEW_AND_OLD_IMAGES", ttlAttribute: null, indexes: [index] },
    ]);
    expect(await described()).toMatchObject({
      GlobalSecondaryIndexes: [{ IndexName: "bySk", Projection: { NonKeyAttributes: ["owner"] } }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
    });
  });

  it("refuse a changed key with an error that names --reset", async () => {
    const changed = { ...first, key: { hash: "pk", range: null } };
    await expect(ensureTables(database.process.client, [changed])).rejects.toThrow(
      /changing-\S+ has the key pk:S\+sk:S in the database and pk:S in the template.*--reset/,
    );
  });
});

describe("the embedded database", () => {
  it("keeps its data after a restart", async () => {
    const directory = mkdtempSync(join(tmpdir(), "shop-db-"));
    const table = testTable("Kept");
    const open = () =>
      startDynamodb({ port: anyPort(), region: REGION, dbPath: join(directory, "deep", "data.db") });
    const Item = { pk: { S: "a" }, sk: { S: "b" } };
    const before = await open();
    await ensureTables(before.client, [table]);
    await before.client.call("PutItem", { TableName: table.name, Item });
    await before.close();
    const after = await open();
    expect(await after.client.call("GetItem", { TableName: table.name, Key: Item })).toEqual({ Item });
    await after.close();
    rmSync(directory, { recursive: true });
  });

  it("reads a stream through an index instead of scanning all records", async () => {
    const directory = mkdtempSync(join(tmpdir(), "shop-db-"));
    const dbPath = join(directory, "data.db");
    const running = await startDynamodb({ port: anyPort(), region: REGION, dbPath });
    const file = new DatabaseSync(dbPath, { readOnly: true });
    // The embedded database's own queries.
    const plans = [
      "SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = 'a'",
      `SELECT new_image FROM _stream_records WHERE table_name = 'a' AND shard_id = 'b'
         AND CAST(sequence_number AS INTEGER) > 5 ORDER BY CAST(sequence_number AS INTEGER) ASC LIMIT 9`,
    ].map((query) => file.prepare(`EXPLAIN QUERY PLAN ${query}`).all());
    file.close();
    await running.close();
    rmSync(directory, { recursive: true });
    for (const plan of plans)
      expect(plan).toEqual([
        expect.objectContaining({ detail: expect.stringContaining("INDEX stream_order") }),
      ]);
  });

  it("reports a taken port and a silent endpoint", async () => {
    const taken = anyPort();
    const running = await startDynamodb({ port: taken, region: REGION });
    await expect(startDynamodb({ port: taken, region: REGION })).rejects.toThrow(/taken.*--port/);
    await running.close();
    const endpoint = `http://127.0.0.1:${taken}`;
    await expect(startDynamodb({ port: taken, region: REGION, endpoint })).rejects.toThrow(
      /DYNAMODB_ENDPOINT/,
    );
  });

  it("signs its requests to the user's endpoint", async () => {
    const asked: { authorization: string | undefined; body: string }[] = [];
    const server = createServer(async (request, response) => {
      asked.push({ authorization: request.headers.authorization, body: await text(request) });
      response.end("{}");
    });
    const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
    const { client } = await startDynamodb({ port: 0, region: REGION, endpoint });
    await client.call("GetItem", { TableName: "a" });
    await client.call("GetItem", { TableName: "b" });
    client.close();
    await closeServer(server);
    expect(asked.map(({ body }) => body)).toEqual(["{}", '{"TableName":"a"}', '{"TableName":"b"}']);
    const signatures = asked.map(({ authorization = "" }) => {
      expect(authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=\w+\/\d{8}\/[\w-]+\/dynamodb\/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=[0-9a-f]{64}$/,
      );
      return authorization.slice(-64);
    });
    expect(new Set(signatures).size).toBe(3);
  });

  it("ends when its parent is killed", async () => {
    const taken = anyPort();
    const module = new URL("../../src/dynamodb/process.ts", import.meta.url).href;
    const program = `
      const { startDynamodb } = await import(${JSON.stringify(module)});
      await startDynamodb({ port: ${taken}, region: "${REGION}" });
      console.log("up");
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(parent.stdout, "data");
    const client = localDynamodb(`http://127.0.0.1:${taken}`, REGION, "unsigned");
    expect(await client.answers()).toBe(true);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    await expect.poll(() => client.answers(), { interval: 5 }).toBe(false);
    client.close();
  });

  it("reports an unexpected end", async () => {
    const running = await startDynamodb({ port: anyPort(), region: REGION });
    const told = new Promise<string>((resolve) => running.onExit(resolve));
    process.kill(running.pid ?? 0, "SIGKILL");
    expect(await told).toContain("SIGKILL");
    await running.close();
  });

  it("names the alternative on an unsupported platform", () => {
    expect(() => binary("plan9", "mips")).toThrow(/plan9-mips.*DynamoDB Local.*DYNAMODB_ENDPOINT/);
  });
});
