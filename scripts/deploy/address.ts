import type { Aws } from "../aws/aws.ts";
import type { Deployment } from "./deployment.ts";

/** The site's own domain: both `domain` and `certificate`, or neither. */
export type Address = Readonly<Record<string, string>>;
type Given = { readonly domain?: string | undefined; readonly certificate?: string | undefined };

/**
 * Returns the given domain, or else the stored one, because a deployment without a domain removes the site's domain.
 * `none` removes it on purpose.
 */
export async function addressOf(
  { domain, certificate }: Given,
  aws: Aws,
  { parameter }: Deployment,
): Promise<Address> {
  if (domain === "none") return {};
  const found = await Promise.all(
    Object.entries({ domain, certificate }).map(
      async ([name, given]): Promise<[string, string | undefined]> => [
        name,
        given || (await aws.parameter(parameter(name))),
      ],
    ),
  );
  return Object.fromEntries(
    found.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
  );
}

/**
 * Stores the address for later deployments. A complete deployment calls this only after the smoke test, so that no
 * later deployment repeats a wrong domain or certificate.
 */
export async function storeAddress(address: Address, aws: Aws, { parameter }: Deployment): Promise<void> {
  for (const name of ["domain", "certificate"]) {
    const [value, stored] = [address[name], await aws.parameter(parameter(name))];
    if (value === stored) continue;
    await (value === undefined
      ? aws.deleteParameter(parameter(name))
      : aws.putParameter(parameter(name), value));
  }
}

/** A sentence with the target of a new domain's DNS record; undefined if the domain is not new. */
export async function recordOf(
  { domain }: Address,
  aws: Aws,
  { parameter, stack }: Deployment,
): Promise<string | undefined> {
  if (domain === undefined || domain === (await aws.parameter(parameter("domain")))) return undefined;
  const target = await aws.output(stack("site"), "DistributionDomain");
  return `The record of ${domain} must point to ${target}.`;
}

/**
 * Stores the issuer of leases and answers once: the site's first address. Applications accept only the issuer of their
 * build, so the issuer stays if the site moves.
 */
export async function keepIssuer(aws: Aws, { parameter }: Deployment): Promise<void> {
  if ((await aws.parameter(parameter("license-issuer"))) !== undefined) return;
  const siteUrl = await aws.parameter(parameter("site-url"));
  if (siteUrl !== undefined) await aws.putParameter(parameter("license-issuer"), siteUrl);
}
