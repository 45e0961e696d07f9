import type { DynamoDBRecord, StreamRecord } from "aws-lambda";
import { removedSeatMail } from "../billing/rules/teamMail.ts";
import { followTeam } from "../billing/team/followTeam.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { followChanges } from "../platform/stream.ts";
import { carryOutSuspension } from "./suspending/carryOutSuspension.ts";

/**
 * Follows Grants: finishes a suspension, or the end of one, where the operator's call died on the way, and has Stripe
 * collect nothing for a key that an operator has switched off. Has the keys of a team say what its subscription is worth,
 * and mails a member who lost the seat.
 */
export const handler = followChanges(async ({ eventName, dynamodb }, now) => {
  const userId = dynamodb?.Keys?.pk?.S;
  if (dynamodb === undefined || userId === undefined) return;
  const { S: row = "" } = dynamodb.Keys?.sk ?? {};
  const removedAt = removalIn(dynamodb);
  if (removedAt !== undefined)
    await enqueue(env("MAIL_QUEUE_URL"), [removedSeatMail(userId, row, removedAt)]);
  if (!row.startsWith("grant#") || isSwitched(dynamodb)) await carryOutSuspension(userId, now);
  if (row.startsWith("grant#sub:") && concernsTeam(eventName, dynamodb)) await followTeam(userId, now);
});

/** A new subscription, which a team may stand on from now on, and one that pays or paid for several seats. */
const concernsTeam = (
  eventName: DynamoDBRecord["eventName"],
  { OldImage, NewImage }: StreamRecord,
): boolean => eventName === "INSERT" || hasSeats(OldImage) || hasSeats(NewImage);

const hasSeats = (image: StreamRecord["NewImage"]): boolean =>
  image?.subscription?.M?.quantity?.N !== undefined;

const isSwitched = ({ OldImage, NewImage }: StreamRecord): boolean =>
  OldImage !== undefined &&
  NewImage !== undefined &&
  OldImage.entitlement?.M?.active?.BOOL !== NewImage.entitlement?.M?.active?.BOOL;

/** When this change took a seat away. */
const removalIn = ({ OldImage, NewImage }: StreamRecord): string | undefined =>
  OldImage?.team?.M?.removedAt === undefined ? NewImage?.team?.M?.removedAt?.S : undefined;
