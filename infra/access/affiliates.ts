import type { AccessOf } from "./row.ts";

export const AFFILIATES_ACCESS = {
  "affiliates/checkLedger": {
    tables: {
      Affiliates: ["GetItem"],
      Payouts: ["GetItem", "PutItem", "Query"],
      "Payouts/byQueue": ["Query"],
    },
    sends: ["mail"],
    stripe: true,
  },
  "affiliates/countTraffic": {
    tables: { Traffic: ["GetItem", "PutItem", "UpdateItem"] },
    sends: ["mail"],
  },
  "affiliates/followPayments": {
    tables: {
      Events: ["Query"],
      Grants: ["GetItem"],
      Users: ["GetItem", "BatchGetItem"],
      Affiliates: ["GetItem", "ConditionCheckItem", "UpdateItem"],
      Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"],
    },
    sends: ["security"],
  },
  "affiliates/followSuspensions": {
    tables: {
      Affiliates: ["GetItem", "ConditionCheckItem"],
      Payouts: ["GetItem", "Query", "PutItem", "UpdateItem"],
    },
    sends: ["mail"],
  },
  "affiliates/getAffiliate": {
    tables: {
      Affiliates: ["GetItem", "Query"],
      Payouts: ["GetItem"],
      "Payouts/byList": ["Query"],
      Traffic: ["Query"],
    },
    stripe: true,
  },
  "affiliates/getLedger": {
    tables: {
      Affiliates: ["GetItem"],
      Payouts: ["GetItem"],
      "Payouts/byList": ["Query"],
      Directory: ["BatchGetItem"],
      Traffic: ["BatchGetItem"],
      Users: ["BatchGetItem"],
    },
  },
  "affiliates/halt": { tables: { Affiliates: ["GetItem", "UpdateItem"], Audit: ["PutItem"] } },
  "affiliates/join": { tables: { Affiliates: ["GetItem", "PutItem", "UpdateItem"] } },
  "affiliates/listActivity": {
    tables: {
      Directory: ["BatchGetItem"],
      Traffic: ["BatchGetItem"],
      "Traffic/byAffiliate": ["Query"],
      "Traffic/byTime": ["Query"],
      Users: ["BatchGetItem"],
    },
  },
  "affiliates/listAffiliates": {
    tables: {
      Affiliates: ["BatchGetItem", "GetItem"],
      "Affiliates/byJoined": ["Query"],
      "Affiliates/byStatus": ["Query"],
      "Directory/byName": ["Query"],
      "Directory/shelfByName": ["Query"],
      Users: ["BatchGetItem"],
    },
  },
  "affiliates/listConversions": { tables: { "Payouts/byList": ["Query"] } },
  "affiliates/searchAffiliates": {
    tables: {
      "Affiliates/byCode": ["Query"],
      "Affiliates/byEmail": ["Query"],
    },
  },
  "affiliates/setCommissionRate": { tables: { Affiliates: ["GetItem", "UpdateItem"], Audit: ["PutItem"] } },
  "affiliates/testLink": { tables: { Affiliates: ["GetItem"] } },
} as const satisfies AccessOf<"affiliates">;
