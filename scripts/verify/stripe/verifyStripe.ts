import { startStripe } from "#stripe-sandbox";
import { hasFailed, runChecks } from "../check.ts";
import { lineOf, summaryOf } from "../page.ts";
import { stripeAt } from "../stripeAt.ts";
import { COMPARISONS } from "./compare.ts";
import { TRANSCRIPTS } from "./transcripts.ts";

type StripeOptions = {
  readonly key: string;
  readonly stripeUrl?: string | undefined;
  readonly folder?: string | undefined;
};

/** Runs the stories in Stripe's test mode and in the sandbox. @returns whether all differences were known */
export async function verifyStripe({ key, stripeUrl, folder }: StripeOptions): Promise<boolean> {
  const sandbox = await startStripe({ port: 0 });
  console.log(`\nStripe${stripeUrl === undefined ? "" : ` at ${stripeUrl}`} against the sandbox\n`);
  try {
    const comparison = {
      stripe: stripeAt(key, stripeUrl),
      sandbox: stripeAt(sandbox.secretKey, sandbox.url),
      folder: folder ?? TRANSCRIPTS,
      say: (line: string) => console.log(line),
    };
    const lines = await runChecks(COMPARISONS, comparison, (line) => console.log(lineOf(line)));
    console.log(`\n${summaryOf(lines)}`);
    return !hasFailed(lines);
  } finally {
    await sandbox.close();
  }
}
