import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { must, orAbsent } from "../aws/answers.ts";
import type { Aws } from "../aws/aws.ts";
import type { Deployment } from "../deploy/deployment.ts";
import { Refusal } from "../deploy/run.ts";

/** Empties and deletes the buckets in the given order. @throws Refusal with S3's reason */
export async function removeBuckets(
  aws: Aws,
  { bucket }: Deployment,
  purposes: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const client = aws.clients().s3();
  for (const purpose of purposes) {
    const Bucket = bucket(purpose, aws.account);
    if (!(await emptyBucket(client, Bucket))) continue;
    await must(
      `The bucket ${Bucket} could not be deleted. Run this again.`,
      client.send(new DeleteBucketCommand({ Bucket })),
    );
    say(`Removed the bucket ${Bucket}.`);
  }
}

/** Removes old versions and delete markers too. @returns false if there is no such bucket */
async function emptyBucket(client: S3Client, Bucket: string): Promise<boolean> {
  const failed = `The bucket ${Bucket} could not be emptied.`;
  for (;;) {
    const page = await orAbsent(
      `The bucket ${Bucket}`,
      "NoSuchBucket",
      client.send(new ListObjectVersionsCommand({ Bucket })),
    );
    if (page === undefined) return false;
    // Pages and delete requests have the same limit: 1000.
    const Objects = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({
      Key,
      VersionId,
    }));
    if (Objects.length === 0) return true;
    const { Errors: [error] = [] } = await must(
      failed,
      client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })),
    );
    if (error) throw new Refusal(`${failed}\n${error.Code}: ${error.Message} (${error.Key})`);
  }
}
