import type { Stack } from "aws-cdk-lib";

export type CustomDomain = { readonly name: string; readonly certificateArn: string };

/** `-c domain=shop.example.com -c certificate=<ARN in us-east-1>`; by default the site has CloudFront's domain. */
export function customDomain(stack: Stack): CustomDomain | null {
  const name: unknown = stack.node.tryGetContext("domain");
  const certificate: unknown = stack.node.tryGetContext("certificate");
  if (name === undefined && certificate === undefined) return null;
  if (typeof name !== "string" || !/^([a-z0-9-]+\.)+[a-z]{2,}$/.test(name))
    throw new Error(
      `The domain ${JSON.stringify(name)} is not a host name. Give both -c domain=shop.example.com and -c certificate=<ARN>.`,
    );
  if (typeof certificate !== "string" || !/^arn:aws[a-z-]*:acm:us-east-1:/.test(certificate))
    throw new Error(
      `The certificate ${JSON.stringify(certificate)} is not an ARN of Certificate Manager in us-east-1, where ` +
        `CloudFront looks for it. Request one there for ${name} and give -c certificate=<its ARN>.`,
    );
  return { name, certificateArn: certificate };
}
