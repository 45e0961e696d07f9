import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { ROOT } from "./options.ts";

const Samples = z.array(
  z.object({ name: z.string(), from: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
);

/** Every mail with sample data. A separate program reads the current sources each time. */
export async function sampleMail(siteUrl: string): Promise<z.output<typeof Samples>> {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/mails/print.ts", siteUrl], {
    cwd: ROOT,
    maxBuffer: 8 * 1024 * 1024,
  });
  return Samples.parse(JSON.parse(stdout));
}
