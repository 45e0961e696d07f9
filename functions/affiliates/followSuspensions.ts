import { followChanges } from "../platform/stream.ts";
import { followStatus } from "./earning/followStatus.ts";

/** Follows Affiliates: holds commissions when an affiliate is suspended and releases them afterwards. */
export const handler = followChanges(async ({ dynamodb }, now) => {
  const { OldImage, NewImage } = dynamodb ?? {};
  const affiliateId = NewImage?.affiliateId?.S;
  if (NewImage?.sk?.S !== "affiliate" || affiliateId === undefined) return;
  if (OldImage?.status?.S === NewImage.status?.S) return;
  await followStatus(affiliateId, now);
});
