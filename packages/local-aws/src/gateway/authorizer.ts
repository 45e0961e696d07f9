import { JwtVerifier } from "aws-jwt-verify";
import type { Jwks } from "aws-jwt-verify/jwk";

export type Authorizer = { issuer: string; audience: string[] };

export type Verdict = { ok: true; claims: Record<string, string> } | { ok: false; reason: string };

/**
 * API Gateway's JWT authorizer: checks signature, issuer, expiry, and the audience in `aud` or else in `client_id`.
 * It ignores `token_use`, which the handler has to check, as at AWS. The template names the issuer; the keys come
 * from the local pool. Tokens expire in real time, whatever the stack's clock says.
 */
export function createAuthorizer(jwks: (issuer: string) => Promise<Jwks>) {
  const verifiers = new Map<string, { verify: (token: string) => Record<string, unknown> }>();

  async function verifierOf(issuer: string) {
    const known = verifiers.get(issuer);
    if (known !== undefined) return known;
    const verifier = JwtVerifier.create({
      issuer,
      audience: null,
      jwksUri: `${issuer}/.well-known/jwks.json`,
    });
    verifier.cacheJwks(await jwks(issuer));
    const made = { verify: (token: string) => ({ ...verifier.verifySync(token) }) };
    verifiers.set(issuer, made);
    return made;
  }

  return async (authorizer: Authorizer, header: string | undefined): Promise<Verdict> => {
    const token = header?.replace(/^Bearer\s+/i, "").trim();
    if (token === undefined || token === "") return { ok: false, reason: "the token is missing" };
    try {
      const claims = (await verifierOf(authorizer.issuer)).verify(token);
      const audience = [claims.aud ?? claims.client_id].flat();
      const known = audience.some((one) => typeof one === "string" && authorizer.audience.includes(one));
      if (!known) return { ok: false, reason: "the token has an invalid audience" };
      return { ok: true, claims: asText(claims) };
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : "the token is not valid" };
    }
  };
}

/** Claims as text; lists become `[a b]`. */
function asText(claims: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      Array.isArray(value) ? `[${value.join(" ")}]` : String(value),
    ]),
  );
}
