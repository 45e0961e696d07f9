import Stripe from "stripe";
import { awsOf } from "./deploy/aws.ts";
import { deploymentOf, readOptions, secretHolds } from "./deploy/deployment.ts";
import { Refusal, type Run, run, script } from "./deploy/run.ts";
import { setUpStripe } from "./stripe/setup.ts";
import { WEBHOOKS } from "./stripe/webhooks.ts";

type Tools = {
  readonly run: Run;
  readonly say: (line: string) => void;
  readonly stripeOf: (secretKey: string) => Stripe;
};

type StripeSecret = { secretKey: string; webhookSecrets?: string[]; connectWebhookSecrets?: string[] };

/** Makes at Stripe what a stage needs, and keeps its prices and the webhook's secrets. May be run again at any time. */
export async function keepStripe(argv: readonly string[], { run, say, stripeOf }: Tools): Promise<void> {
  const { stage } = readOptions(argv);
  const aws = awsOf(run);
  aws.checkSignedIn();
  const { parameter, secret } = deploymentOf(stage);
  const kept = aws.secret(secret("stripe"));
  if (kept === undefined || !secretHolds(kept, "secretKey"))
    throw new Refusal(`Stripe's secret key is missing. Set it: npm run secrets:set -- --stage ${stage}`);
  const siteUrl = aws.parameter(parameter("site-url"));
  if (siteUrl === undefined)
    throw new Refusal(`The site has no address yet. Make it: npm run deploy -- --stage ${stage}`);
  let value: StripeSecret = JSON.parse(kept);
  const prices = await setUpStripe(stripeOf(value.secretKey), siteUrl, {
    say,
    keepSecret(whose, made) {
      const { secrets } = WEBHOOKS[whose];
      // The one before may still sign what is on its way.
      value = { ...value, [secrets]: [made, ...(value[secrets] ?? [])].slice(0, 2) };
      aws.putSecret(secret("stripe"), JSON.stringify(value));
      say("The webhook's signing secret is kept.");
    },
  });
  aws.putParameter(parameter("stripe/price-monthly"), prices.monthly);
  aws.putParameter(parameter("stripe/price-lifetime"), prices.lifetime);
}

/** `npm run stripe:setup -- --stage prod` */
if (import.meta.main)
  await script(() =>
    keepStripe(process.argv.slice(2), {
      run,
      say: (line) => console.log(line),
      stripeOf: (secretKey) => new Stripe(secretKey),
    }),
  );
