import type { AccessOf } from "./row.ts";

const LISTED = {
  "Payouts/byList": ["Query"],
  "Payouts/byQueue": ["Query"],
  Payouts: ["BatchGetItem", "GetItem"],
  Users: ["BatchGetItem"],
} as const;

export const PAYOUTS_ACCESS = {
  "payouts/approve": {
    tables: {
      Payouts: ["BatchGetItem", "PutItem", "UpdateItem"],
      Affiliates: ["BatchGetItem"],
      Users: ["BatchGetItem"],
      Audit: ["PutItem"],
    },
  },
  "payouts/calcDaily": { tables: { "Payouts/byList": ["Query"], Payouts: ["PutItem"] }, sends: ["batches"] },
  "payouts/cancel": {
    tables: { Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"], Audit: ["PutItem"] },
  },
  "payouts/distributeWeekly": {
    tables: {
      "Payouts/byList": ["Query"],
      // Lists the approved payouts before the run starts.
      "Payouts/byQueue": ["Query"],
      Payouts: ["GetItem", "PutItem"],
      Audit: ["PutItem"],
    },
    sends: ["batches"],
  },
  "payouts/getBatch": { tables: { Payouts: ["GetItem", "Query"] } },
  "payouts/getConnect": { tables: { Affiliates: ["GetItem", "PutItem", "UpdateItem"] }, stripe: true },
  "payouts/getRunLimit": { tables: { Payouts: ["GetItem"] } },
  "payouts/getStatement": { tables: { Payouts: ["GetItem", "Query"] } },
  "payouts/listBatches": { tables: { "Payouts/byList": ["Query"], Payouts: ["Query"] } },
  "payouts/listOwnPayouts": { tables: { Payouts: ["Query"] } },
  "payouts/listPayoutRequests": { tables: { ...LISTED, Payouts: [...LISTED.Payouts, "Query"] } },
  "payouts/listPayouts": {
    tables: {
      ...LISTED,
      Payouts: [...LISTED.Payouts, "Query"],
      // Says why payouts cannot be paid.
      Affiliates: ["BatchGetItem"],
      "Directory/byName": ["Query"],
      "Directory/shelfByName": ["Query"],
    },
  },
  "payouts/pay": {
    tables: {
      Payouts: ["BatchGetItem", "GetItem", "Query", "PutItem", "UpdateItem"],
      Affiliates: ["BatchGetItem", "GetItem", "PutItem", "UpdateItem"],
      Audit: ["PutItem"],
    },
    receives: "payouts",
    sends: ["mail"],
    stripe: true,
  },
  "payouts/previewBatch": { tables: { Payouts: ["PutItem"] }, sends: ["batches"] },
  "payouts/reject": {
    tables: { Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"], Audit: ["PutItem"] },
  },
  "payouts/requestPayout": {
    tables: {
      Payouts: ["BatchGetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
      Affiliates: ["BatchGetItem"],
      Users: ["BatchGetItem"],
    },
  },
  "payouts/continueBatch": {
    tables: {
      Events: ["GetItem", "BatchGetItem"],
      "Payouts/byQueue": ["Query"],
      Payouts: ["BatchGetItem", "GetItem", "Query", "PutItem", "UpdateItem"],
      Affiliates: ["BatchGetItem", "GetItem", "ConditionCheckItem", "UpdateItem"],
    },
    receives: "batches",
    sends: ["payouts", "batches"],
    stripe: true,
  },
  "payouts/runCalc": {
    tables: { Payouts: ["GetItem", "PutItem"], Audit: ["PutItem"] },
    sends: ["batches"],
  },
  "payouts/runDistribute": {
    tables: { Payouts: ["GetItem", "PutItem"], Audit: ["PutItem"] },
    sends: ["batches"],
  },
  "payouts/saveRunLimit": { tables: { Payouts: ["GetItem", "PutItem"], Audit: ["PutItem"] } },
  "payouts/searchPayouts": {
    tables: {
      Directory: ["BatchGetItem"],
      "Directory/byName": ["Query"],
      "Directory/shelfByName": ["Query"],
      Payouts: ["BatchGetItem"],
      Affiliates: ["BatchGetItem"],
    },
  },
  "payouts/startOnboarding": { tables: { Affiliates: ["GetItem", "PutItem", "UpdateItem"] }, stripe: true },
  "payouts/transfer": {
    tables: {
      Payouts: ["BatchGetItem", "GetItem", "Query", "PutItem", "UpdateItem"],
      Affiliates: ["BatchGetItem", "UpdateItem"],
      Audit: ["PutItem"],
    },
    stripe: true,
  },
} as const satisfies AccessOf<"payouts">;
