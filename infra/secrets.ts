import { RemovalPolicy } from "aws-cdk-lib";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { publish, published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

const SECRET_LENGTH = 48;

/** @returns the secret that the user pool's firewall compares */
export function createSecrets(scope: Scope): CfnSecret {
  const { stack, names } = scope;
  // Created without a value, so that a later deployment cannot overwrite it.
  const stripe = new CfnSecret(stack, "StripeSecret", {
    name: names.secret("stripe"),
    description:
      'JSON { "secretKey": "…", "webhookSecrets": ["…"], "connectWebhookSecrets": ["…"] }: Stripe\'s key and the webhooks\' signing secrets',
  });
  const origin = new CfnSecret(stack, "OriginSecret", {
    name: names.secret("origin"),
    description: "CloudFront sends it to the API to prove that a request came through CloudFront",
    generateSecretString: { passwordLength: SECRET_LENGTH, excludePunctuation: true },
  });
  const mailbox = new CfnSecret(stack, "MailboxSecret", {
    name: names.secret("mailbox"),
    description:
      "For keyed hashes, such as those of deleted accounts' mailboxes; with another key, the stored hashes match nothing",
    generateSecretString: { passwordLength: SECRET_LENGTH, excludePunctuation: true },
  });
  mailbox.applyRemovalPolicy(RemovalPolicy.RETAIN);
  const pool = new CfnSecret(stack, "PoolSecret", {
    name: names.secret("pool"),
    description: "What two functions send to the user pool so that its firewall lets them through",
    generateSecretString: { passwordLength: SECRET_LENGTH, excludePunctuation: true },
  });
  stripe.applyRemovalPolicy(RemovalPolicy.RETAIN);
  origin.applyRemovalPolicy(RemovalPolicy.RETAIN);
  pool.applyRemovalPolicy(RemovalPolicy.RETAIN);
  // The ARN ends in six characters that AWS chooses. With the whole ARN, a grant needs no wildcard.
  publish(scope, "secret-stripe-arn", stripe.ref);
  publish(scope, "secret-origin-arn", origin.ref);
  publish(scope, "secret-mailbox-arn", mailbox.ref);
  publish(scope, "secret-pool-arn", pool.ref);
  return pool;
}

/** A reference to the pool's secret, which CloudFormation resolves at deployment. */
export const poolSecret = ({ names }: Scope): string =>
  `{{resolve:secretsmanager:${names.secret("pool")}:SecretString}}`;

/**
 * A reference to the origin secret. CloudFormation resolves it at deployment, so no template or output contains the
 * value. The reference names the secret's version, because CloudFormation resolves only changed references again.
 */
export function sentOriginSecret(scope: Scope): string {
  const version = published(scope, "origin-sent");
  return `{{resolve:secretsmanager:${scope.names.secret("origin")}:SecretString:::${version}}}`;
}
