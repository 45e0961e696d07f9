import { oneOf, readArguments } from "./arguments.ts";
import { Refusal, script } from "./deploy/run.ts";
import { requireTestKey } from "./verify/testKey.ts";

const STAGES = ["dev", "staging", "prod", "local"];

/** Starts one of the three modes. A live key ends it here, before anything that could make a call is loaded. */
async function verify(): Promise<boolean> {
  const { values } = readArguments(process.argv.slice(2), {
    stage: { type: "string" },
    guided: { type: "boolean", default: false },
    stripe: { type: "boolean", default: false },
    /** Another local stack's stack.json. */
    stack: { type: "string" },
    /** A sandbox on this machine in Stripe's place. */
    "stripe-url": { type: "string" },
    /** Where --stripe keeps what it heard. */
    transcripts: { type: "string" },
  });
  const { stage, guided, stripe, stack, transcripts, "stripe-url": stripeUrl } = values;
  const given = process.env.STRIPE_SECRET_KEY;
  const key = given === undefined ? undefined : requireTestKey(given, "STRIPE_SECRET_KEY");
  if (stripe) {
    if (key === undefined) throw new Refusal("Put a key of Stripe's test mode into STRIPE_SECRET_KEY.");
    const { verifyStripe } = await import("./verify/stripe/verifyStripe.ts");
    return verifyStripe({ key, stripeUrl, folder: transcripts });
  }
  const known = oneOf(STAGES, stage);
  const { verifyShop } = await import("./verify/verifyShop.ts");
  return verifyShop({ stage: known, guided, stack, stripeKey: key, stripeUrl });
}

/** `npm run verify -- --stage dev` */
if (import.meta.main)
  await script(async () => {
    if (!(await verify())) process.exitCode = 1;
  });
