import Stripe from "stripe";
import { type Aws, connectAws } from "./aws/aws.ts";
import { deploymentOf, readOptions, secretHolds } from "./deploy/deployment.ts";
import { Refusal, script } from "./deploy/run.ts";
import { connectStripe } from "./stripe/connect.ts";
import { setUpStripe } from "./stripe/setup.ts";
import { WEBHOOKS } from "./stripe/webhooks.ts";

type Tools = {
  readonly connect: () => Promise<Aws>;
  readonly say: (line: string) => void;
  readonly now: () => Date;
  readonly stripeOf: (secretKey: string) => Stripe;
};

type StripeSecret = { secretKey: string; webhookSecrets?: string[]; connectWebhookSecrets?: string[] };

/**
 * Creates at Stripe what a stage needs, and stores its price ids and the webhooks' secrets. Can be repeated at any
 * time. Another run repairs a webhook whose secret was lost. `--roll own` replaces the secret of the webhook for our
 * own account, `--roll connected` that of the webhook for affiliates' accounts.
 */
export async function keepStripe(argv: readonly string[], tools: Tools): Promise<void> {
  const { connect, say, now, stripeOf } = tools;
  const { stage, roll } = readOptions(argv, ["roll"]);
  if (roll !== undefined && roll !== "own" && roll !== "connected")
    throw new Refusal(
      "Say which webhook's secret to roll: --roll own (your account's) or --roll connected (the affiliates').",
    );
  const aws = await connect();
  const { parameter, secret } = deploymentOf(stage);
  const kept = await aws.secret(secret("stripe"));
  if (kept === undefined || !secretHolds(kept, "secretKey"))
    throw new Refusal(
      `Stripe's secret key is missing. Set it: npm run operate -- secrets:set --stage ${stage}`,
    );
  const siteUrl = await aws.parameter(parameter("site-url"));
  if (siteUrl === undefined)
    throw new Refusal(`The site has no address yet. Deploy it first: npm run deploy -- --stage ${stage}`);
  let value: StripeSecret = JSON.parse(kept);
  const setUp = setUpStripe(stripeOf(value.secretKey), siteUrl, {
    say,
    now,
    roll,
    stored: (whose) => value[WEBHOOKS[whose].secrets] ?? [],
    async store(whose, made) {
      const { secrets } = WEBHOOKS[whose];
      // The previous secret may still sign events that are on their way.
      const next = { ...value, [secrets]: [made, ...(value[secrets] ?? [])].slice(0, 2) };
      await aws.putSecret(secret("stripe"), JSON.stringify(next));
      value = next;
    },
  });
  const prices = await setUp.catch((error: unknown) => {
    throw error instanceof Stripe.errors.StripeError ? refusalOf(error, stage) : error;
  });
  await aws.putParameter(parameter("stripe/price-monthly"), prices.monthly);
  await aws.putParameter(parameter("stripe/price-lifetime"), prices.lifetime);
}

function refusalOf(error: InstanceType<typeof Stripe.errors.StripeError>, stage: string): Refusal {
  const isKey = ["StripeAuthenticationError", "StripePermissionError"].includes(error.type);
  const then = isKey
    ? `Set another key: npm run operate -- secrets:set --stage ${stage}`
    : "Run this again: it resumes.";
  return new Refusal(`Stripe refused: ${error.message}\n${then}`);
}

if (import.meta.main)
  await script(() =>
    keepStripe(process.argv.slice(2), {
      connect: connectAws,
      say: (line) => console.log(line),
      now: () => new Date(),
      stripeOf: connectStripe,
    }),
  );
