export type LocalAddresses = {
  region: string;
  cognitoEndpoint: string;
  /** Local services with pages that forms may post to. */
  formTargets: readonly string[];
};

/** The policy's headers, with the services' local addresses and nothing that requires TLS. */
export function localHeaders(
  headers: Readonly<Record<string, string>>,
  addresses: LocalAddresses,
): Record<string, string> {
  const { "strict-transport-security": _, ...rest } = headers;
  const policy = rest["content-security-policy"];
  return policy === undefined ? rest : { ...rest, "content-security-policy": localPolicy(policy, addresses) };
}

function localPolicy(policy: string, addresses: LocalAddresses): string {
  return policy
    .split(";")
    .map((directive) => directive.trim())
    .filter((directive) => directive !== "" && directive !== "upgrade-insecure-requests")
    .map((directive) => {
      const here = directive.replaceAll(
        `https://cognito-idp.${addresses.region}.amazonaws.com`,
        addresses.cognitoEndpoint,
      );
      return here.startsWith("form-action ") ? [here, ...addresses.formTargets].join(" ") : here;
    })
    .join("; ");
}

/** Allows what Vite's dev server needs: a socket, eval, and inline scripts and styles. */
export function looseHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const policy = headers["content-security-policy"];
  if (policy === undefined) return { ...headers };
  const loose = policy
    .replace(/script-src [^;]*/, "script-src 'self' 'unsafe-inline' 'unsafe-eval'")
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
    .replace(/connect-src /, "connect-src ws: ");
  return { ...headers, "content-security-policy": loose };
}
