import { expect, test } from "vitest";
import { COLUMNS as ACTIVITY } from "../../../web/src/operator/activity/columns.tsx";
import { COLUMNS as AFFILIATES } from "../../../web/src/operator/affiliates/columns.tsx";
import { COLUMNS as KEYS } from "../../../web/src/operator/keys/columns.tsx";
import { PAYOUT_COLUMNS, REQUEST_COLUMNS } from "../../../web/src/operator/payouts/columns.tsx";
import { COLUMNS as ALERTS } from "../../../web/src/operator/security/SecurityTab.tsx";
import { COLUMNS as USERS } from "../../../web/src/operator/users/columns.tsx";

type Shape = { id: string; from?: string; grow?: boolean };
const TABLES: Record<string, readonly Shape[]> = {
  ...Object.fromEntries(Object.entries(ACTIVITY).map(([type, columns]) => [`activity ${type}`, columns])),
  affiliates: AFFILIATES,
  alerts: ALERTS,
  keys: KEYS,
  payouts: PAYOUT_COLUMNS,
  requests: REQUEST_COLUMNS,
  users: USERS,
};

test.each(Object.entries(TABLES))("the table %s shows its first column even on a phone", (_, columns) => {
  expect(columns[0]?.from).toBeUndefined();
});

test.each(Object.entries(TABLES))(
  "the table %s has exactly one column that takes the remaining width",
  (_, columns) => {
    expect(columns.filter(({ grow }) => grow).map(({ id }) => id)).toHaveLength(1);
  },
);
