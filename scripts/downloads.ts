import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { getMimeType } from "hono/utils/mime";
import { DOWNLOADS_MANIFEST } from "#shared/downloads.ts";
import { DOWNLOADS } from "#shared/releases.ts";
import { type Aws, connectAws } from "./aws/aws.ts";
import { deploymentOf, readOptions } from "./deploy/deployment.ts";
import { Refusal, script } from "./deploy/run.ts";
import { writeDownloadsManifest } from "./downloads/describe.ts";

/**
 * Uploads the installers and, after them, the manifest that names their sizes and hashes. Their names stay the same
 * from one version to the next, so CloudFront asks for them anew each time.
 */
export async function uploadDownloads(
  folder: string,
  stage: string,
  { connect, say }: { readonly connect: () => Promise<Aws>; readonly say: (line: string) => void },
): Promise<void> {
  const aws = await connect();
  const bucket = deploymentOf(stage).bucket("downloads", aws.account);
  const files = [...Object.values(DOWNLOADS).map((download) => download.path), DOWNLOADS_MANIFEST];
  for (const file of files) {
    const key = file.slice(1);
    await aws.upload(bucket, key, readFileSync(path.join(folder, file)), {
      cacheControl: "no-cache",
      contentType: getMimeType(key) ?? "application/octet-stream",
    });
    say(`Uploaded ${key} to ${bucket}.`);
  }
}

/** `npm run downloads -- <folder>` describes the installers; with `--stage prod` it uploads them too. */
if (import.meta.main)
  await script(async () => {
    const { values, positionals } = parseArgs({
      options: { stage: { type: "string" } },
      allowPositionals: true,
    });
    const [folder] = positionals;
    if (folder === undefined) throw new Refusal("Say which folder holds downloads/ with the installers.");
    const say = (line: string) => console.log(line);
    writeDownloadsManifest(folder);
    say(`${path.join(folder, DOWNLOADS_MANIFEST)} is written.`);
    if (values.stage === undefined) say("To upload the folder, add --stage and the stage's name.");
    else
      await uploadDownloads(folder, readOptions(["--stage", values.stage]).stage, {
        connect: connectAws,
        say,
      });
  });
