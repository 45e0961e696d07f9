import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startOnAFreePort } from "../dynamodb/database.ts";
import { consumed, FAILED, forget, OK, partial, write, writeTogether } from "./streamStack.ts";

describe("the position in a stream", () => {
  it("survives a restart", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "shop-place-"));
    const database = await startOnAFreePort();
    const shared = { dynamodb: database.client, dataDir };
    const before = await consumed(() => OK, {}, shared);
    await write(before.aws, ["a"]);
    await before.aws.sources.settle();
    await before.aws.stop();
    await write(before.aws, ["b"]);
    const after = await consumed(() => OK, {}, shared);
    await after.aws.sources.settle();
    expect([before.batches, after.batches]).toEqual([[["a"]], [["b"]]]);
    await after.aws.stop();
    forget();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each([
    { bisect: false, left: [["c", "d"]] },
    { bisect: true, left: [["c", "d"]] },
  ])(
    "moves past the processed records of an interrupted batch (halving: $bisect)",
    async ({ bisect, left }) => {
      const dataDir = mkdtempSync(join(tmpdir(), "shop-place-"));
      const database = await startOnAFreePort();
      const shared = { dynamodb: database.client, dataDir };
      let ending: Promise<void> | undefined;
      const before = await consumed(
        (event) => {
          const bad = event.Records.find((record) => record.dynamodb.Keys.pk.S === "c");
          if (!bad) return OK;
          if (bisect && event.Records.length === 4) return FAILED;
          ending ??= before.aws.sources.close();
          return partial(bad.dynamodb.SequenceNumber);
        },
        { bisect },
        shared,
      );
      await writeTogether(before.aws, ["a", "b", "c", "d"]);
      await before.aws.sources.settle().catch(() => {});
      await ending;
      await before.aws.stop();
      const after = await consumed(() => OK, { bisect }, shared);
      await after.aws.sources.settle();
      expect(after.batches).toEqual(left);
      await after.aws.stop();
      forget();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  );
});
