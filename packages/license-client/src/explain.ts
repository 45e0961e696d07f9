import type { Call } from "./service.ts";
import { type Fields, fieldsOf, textOf } from "./wire.ts";

export type Explanation = {
  // The service's code, or NOT_REACHED.
  code: string;
  sentence: string;
  cause: string;
  fix: string;
  // A link to the page that solves the problem. Open it in the system's browser.
  button: { label: string; url: string } | null;
  retryAt: Date | null;
};

const NOT_REACHED: Explanation = {
  code: "NOT_REACHED",
  sentence: "The license service can't be reached.",
  cause: "This computer is offline, or a firewall, a proxy or a sign-in page is in the way.",
  fix: "Check the connection, then try again.",
  button: null,
  retryAt: null,
};

/** @param site the service's address, which completes the button's path */
function readExplanation(fields: Fields, site: string): Explanation | undefined {
  const { label, href } = fieldsOf(fields.button);
  const [code, sentence, cause, fix] = [fields.code, fields.sentence, fields.cause, fields.fix].map(textOf);
  if (!code || !sentence || cause === undefined || fix === undefined) return undefined;
  const retryAt = Date.parse(textOf(fields.retry_at));
  const button = label && URL.canParse(textOf(href), site);
  return {
    code,
    sentence,
    cause,
    fix,
    button: button ? { label: textOf(label), url: new URL(textOf(href), site).href } : null,
    retryAt: Number.isNaN(retryAt) ? null : new Date(retryAt),
  };
}

export async function explainWith(
  call: Call,
  site: string,
  body: Fields,
  signal?: AbortSignal,
): Promise<Explanation> {
  const outcome = await call("/api/license/explain", body, (fields) => readExplanation(fields, site), signal);
  if (outcome.kind === "answer") return outcome.value;
  if (outcome.kind === "unreached") return NOT_REACHED;
  const { code, message, retryAt } = outcome;
  return { code, sentence: message, cause: "", fix: "", button: null, retryAt };
}
