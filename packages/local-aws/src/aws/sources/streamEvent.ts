import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { StreamRecord } from "./streamReader.ts";

export type EventRecord = {
  eventID: string;
  eventName: StreamRecord["eventName"];
  eventVersion: string;
  eventSource: string;
  awsRegion: string;
  dynamodb: StreamRecord["dynamodb"];
  eventSourceARN: string;
};

/** AWS's sequence numbers have at least 21 digits and no leading zero. */
const FIRST_SEQUENCE = 10n ** 20n;

/** A record in Lambda's format, with AWS's form of ids and the stack's time. */
export function eventRecord(
  record: StreamRecord,
  stream: { arn: string; region: string; aheadMs: number },
): EventRecord {
  const { SequenceNumber, ApproximateCreationDateTime = Date.now() / 1000 } = record.dynamodb;
  return {
    eventID: createHash("md5").update(`${stream.arn} ${SequenceNumber}`).digest("hex"),
    eventName: record.eventName,
    eventVersion: "1.1",
    eventSource: "aws:dynamodb",
    awsRegion: stream.region,
    dynamodb: {
      ...record.dynamodb,
      ApproximateCreationDateTime: Math.floor(ApproximateCreationDateTime + stream.aheadMs / 1000),
      SequenceNumber: String(FIRST_SEQUENCE + BigInt(SequenceNumber)),
    },
    eventSourceARN: stream.arn,
  };
}

/** The embedded database records writes that change nothing; AWS does not. */
export function changesNothing(record: StreamRecord): boolean {
  const { NewImage, OldImage } = record.dynamodb;
  return record.eventName === "MODIFY" && NewImage !== undefined && isDeepStrictEqual(NewImage, OldImage);
}
