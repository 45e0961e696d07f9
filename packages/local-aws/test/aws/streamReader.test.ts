import { expect, it } from "vitest";
import { streamReader } from "../../src/aws/sources/streamReader.ts";
import { type Dynamodb, DynamodbError } from "../../src/dynamodb/client.ts";

const record = (sequence: string) => ({ eventName: "INSERT", dynamodb: { SequenceNumber: sequence } });

/**
 * A stream that was read up to record 1 and has lost the records up to 5. An iterator is "<kind> <sequence>". An
 * iterator in `refusals` fails once with its error code, as at Amazon's DynamoDB Local.
 */
function streamOf(refusals: Record<string, string>): { client: Dynamodb; asked: string[] } {
  const asked: string[] = [];
  const left = { ...refusals };
  const streams = async (operation: string, input: object): Promise<Record<string, unknown>> => {
    const asking = input as Record<string, string>;
    if (operation === "GetShardIterator")
      return { ShardIterator: `${asking.ShardIteratorType} ${asking.SequenceNumber ?? ""}`.trim() };
    const iterator = asking.ShardIterator ?? "";
    asked.push(iterator);
    const code = left[iterator];
    delete left[iterator];
    if (code !== undefined) throw new DynamodbError(code, "no");
    return iterator === "TRIM_HORIZON"
      ? { Records: [record("6")], NextShardIterator: "kept" }
      : { Records: [], NextShardIterator: "kept" };
  };
  const client: Dynamodb = {
    endpoint: "",
    raw: async () => ({ status: 500, headers: {}, body: "" }),
    call: async () => ({ Table: { LatestStreamArn: "arn" } }),
    streams,
    answers: async () => true,
    close: () => {},
  };
  return { client, asked };
}

it.each(["AFTER_SEQUENCE_NUMBER 1", "kept"])(
  "a reader continues at the oldest remaining record if the iterator '%s' points to trimmed records",
  async (iterator) => {
    const { client } = streamOf({ [iterator]: "TrimmedDataAccessException" });
    const reader = await streamReader(client, "Seats");
    const first = await reader.read("shard", "1", 10);
    const second = await reader.read("shard", "1", 10);
    const sequences = [...first.records, ...second.records].map(({ dynamodb }) => dynamodb.SequenceNumber);
    expect(sequences).toEqual(["6"]);
  },
);

it("a reader gets a new iterator at its position when the old one has expired", async () => {
  const { client, asked } = streamOf({ kept: "ExpiredIteratorException" });
  const reader = await streamReader(client, "Seats");
  await reader.read("shard", "1", 10);
  await reader.read("shard", "1", 10);
  expect(asked).toEqual(["AFTER_SEQUENCE_NUMBER 1", "kept", "AFTER_SEQUENCE_NUMBER 1"]);
});

it("a reader throws any other error", async () => {
  const { client } = streamOf({ "AFTER_SEQUENCE_NUMBER 1": "ResourceNotFoundException" });
  const reader = await streamReader(client, "Seats");
  await expect(reader.read("shard", "1", 10)).rejects.toThrow("ResourceNotFoundException");
});
