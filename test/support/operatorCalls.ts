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

/** Calls an endpoint for the operator, with what is right or wrong for it; what the answers hold is said by each test. */
export const callsOf =
  (operator: () => Person) =>
  async (id: EndpointId, input: Row): Promise<{ status: number; body: OperatorBody }> => {
    const { status, body } = await call(id, JSON.parse(JSON.stringify(input)) as never, {
      token: operator().accessToken,
    });
    return { status, body: body as unknown as OperatorBody };
  };

/** Calls by a new operator, who can sign in again: for stories that last longer than a sign-in. */
export async function operating() {
  let operator = await signUpOperator();
  return {
    ask: callsOf(() => operator),
    signInAgain: async () => {
      operator = await signInAsOperator(operator.email);
    },
  };
}

/** The audit entry of an action on a user. */
export async function auditedOf(
  ask: ReturnType<typeof callsOf>,
  userId: string,
  action: EndpointId,
): Promise<Row[]> {
  const { body } = await ask("audit/listAudit", { userId });
  return body.entries.filter((entry) => entry.action === action);
}
