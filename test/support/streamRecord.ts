import { marshall } from "@aws-sdk/util-dynamodb";

/** A change of a row in the form in which a stream sends it to Lambda. */
export function streamRecord(
  change: { table?: string; before: object | undefined; after: object | undefined },
  sequence: number,
) {
  const image = (row: object | undefined) => row && marshall(row, { removeUndefinedValues: true });
  const key = (change.after ?? change.before) as { pk: string; sk: string };
  return {
    eventID: String(sequence),
    eventSourceARN: `arn:aws:dynamodb:eu-central-1:111122223333:table/${change.table ?? "table"}/stream/2026`,
    eventName: change.before === undefined ? "INSERT" : change.after === undefined ? "REMOVE" : "MODIFY",
    dynamodb: {
      Keys: { pk: { S: key.pk }, sk: { S: key.sk } },
      ...(change.after === undefined ? {} : { NewImage: image(change.after) }),
      ...(change.before === undefined ? {} : { OldImage: image(change.before) }),
      SequenceNumber: String(sequence),
    },
  };
}
