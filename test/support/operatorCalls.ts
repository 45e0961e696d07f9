import type { EndpointId } from "#shared/endpoints.ts";
import { call } from "./api.ts";
import { type Person, signInAsOperator, signUpOperator } from "./people.ts";

export type Row = Record<string, unknown>;
export type OperatorBody = Row & {
  [list in "users" | "keys" | "alerts" | "entries" | "grants" | "payments"]: Row[];
} & {
  key: Row;
  alert: Row;
  licenseKey: string;
  total: number;
  next: string | null;
  csv: string;
  rows: number;
};

type Answer = { status: number; body: OperatorBody };

/** Calls an endpoint as the operator, with valid or invalid input. */
export const callsOf =
  (operator: () => Person) =>
  async (id: EndpointId, input: Row): Promise<Answer> => {
    const { status, body } = await call(id, JSON.parse(JSON.stringify(input)) as never, {
      token: operator().accessToken,
    });
    return { status, body: body as unknown as OperatorBody };
  };

/** Whether a call was refused because of the sign-in's age. The back office then asks for a sign-in and calls again. */
const isStale = ({ status, body }: Answer): boolean =>
  status === 401 || body.code === "FRESH_SIGN_IN_REQUIRED";

/**
 * Calls by an operator who signs in again when a call asks for it, as in the back office. For stories that last longer
 * than a token's five minutes.
 */
export function operatingAs(operator: () => Person): ReturnType<typeof callsOf> {
  let renewed: Person | undefined;
  const ask = callsOf(() => renewed ?? operator());
  return async (id, input) => {
    const answer = await ask(id, input);
    if (!isStale(answer)) return answer;
    renewed = await signInAsOperator(operator().email);
    return ask(id, input);
  };
}

/** The calls of `operatingAs`, by a new operator. */
export async function operating(): Promise<{ ask: ReturnType<typeof callsOf> }> {
  const operator = await signUpOperator();
  return { ask: operatingAs(() => operator) };
}

export async function auditedOf(
  ask: ReturnType<typeof callsOf>,
  userId: string,
  action: EndpointId,
): Promise<Row[]> {
  const { body } = await ask("audit/listAudit", { userId });
  return body.entries.filter((entry) => entry.action === action);
}
