import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test, vi } from "vitest";
import { listNewest } from "../../../functions/affiliates/listing/table.ts";
import { writeCursor } from "../../../functions/platform/cursor.ts";
import { LIST } from "../../../functions/referrals/table.ts";

vi.stubEnv("TABLE_AFFILIATES", "affiliates");
const send = vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(() => ({ Items: [] }));
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** DynamoDB refuses a start key with attributes other than the keys of the index and the table. */
test.each([
  ["list", undefined],
  ["status", "active"],
] as const)(
  "a query by %s takes only the keys of its index and of the table from the cursor",
  async (name, status) => {
    const keys = { pk: "affiliate#ann", sk: "affiliate", joinedAt: "2026-11-20T09:00:00.000Z" };
    const both = { ...keys, list: LIST, status: "active" };
    await listNewest(status, { limit: 25, offset: 0, cursor: writeCursor(both) ?? undefined });
    const place = { ...keys, [name]: both[name] };
    expect(send).toHaveBeenLastCalledWith(
      expect.objectContaining({ input: expect.objectContaining({ ExclusiveStartKey: place }) }),
    );
  },
);
