import { oneOf, readArguments } from "./arguments.ts";
import { Refusal, script } from "./deploy/run.ts";
import { requireTestKey } from "./verify/testKey.ts";

const STAGES = ["dev", "staging", "prod", "local"];
/** Stages that --report may create and remove. */
const THROWN_AWAY = ["dev", "staging"];

/** Starts one of the three modes. Refuses a live key before it loads anything that could make a call. */
export async function verify(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const { values } = readArguments(argv, {
    stage: { type: "string" },
    guided: { type: "boolean", default: false },
    stripe: { type: "boolean", default: false },
    stack: { type: "string" },
    "stripe-url": { type: "string" },
    transcripts: { type: "string" },
    report: { type: "boolean", default: false },
    email: { type: "string" },
  });
  const { stage, guided, stripe, stack, transcripts, email, "stripe-url": stripeUrl } = values;
  const given = env.STRIPE_SECRET_KEY;
  const key = given === undefined ? undefined : requireTestKey(given, "STRIPE_SECRET_KEY");
  if (stripe) {
    if (key === undefined) throw new Refusal("Put a key of Stripe's test mode into STRIPE_SECRET_KEY.");
    const { verifyStripe } = await import("./verify/stripe/verifyStripe.ts");
    return verifyStripe({ key, stripeUrl, folder: transcripts });
  }
  if (values.report) return reportOn(oneOf(THROWN_AWAY, stage), email, key, stripeUrl);
  const known = oneOf(STAGES, stage);
  const { verifyShop } = await import("./verify/verifyShop.ts");
  return verifyShop({ stage: known, guided, stack, stripeKey: key, stripeUrl });
}

async function reportOn(
  stage: string,
  email?: string,
  stripeKey?: string,
  stripeUrl?: string,
): Promise<boolean> {
  if (email === undefined || stripeKey === undefined)
    throw new Refusal(
      "Say who the operator is (--email you@example.com), and put a key of Stripe's test mode into STRIPE_SECRET_KEY.",
    );
  const [{ report, tellProgram, writeReport }, { connectAws }, { openTerminal }] = await Promise.all([
    import("./verify/report.ts"),
    import("./aws/aws.ts"),
    import("./deploy/terminal.ts"),
  ]);
  const { ask, close } = openTerminal();
  try {
    return await report(
      { stage, email, stripeKey, stripeUrl },
      {
        connect: connectAws,
        ask,
        say: (line) => console.log(line),
        tell: tellProgram,
        write: writeReport,
        now: () => new Date(),
      },
    );
  } finally {
    close();
  }
}

if (import.meta.main)
  await script(async () => {
    if (!(await verify(process.argv.slice(2), process.env))) process.exitCode = 1;
  });
