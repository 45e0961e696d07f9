import type { AccessOf } from "./row.ts";

const SWITCHED = {
  Seats: ["GetItem", "PutItem"],
  Grants: ["GetItem", "PutItem"],
  Events: ["PutItem"],
  Audit: ["PutItem"],
} as const;

export const LICENSES_ACCESS = {
  "licenses/activate": {
    tables: { Seats: ["GetItem", "BatchGetItem", "PutItem"], Limits: ["UpdateItem"] },
    leases: "signs",
    mailboxes: true,
    sends: ["security"],
  },
  "licenses/answerOffline": {
    tables: { Seats: ["GetItem", "BatchGetItem", "PutItem"] },
    leases: "signs",
    mailboxes: true,
  },
  "licenses/answerSignIn": {
    tables: { Limits: ["GetItem", "PutItem", "UpdateItem"], Seats: ["GetItem", "PutItem"] },
  },
  "licenses/assignLicenseKey": {
    tables: {
      Seats: ["GetItem", "PutItem", "DeleteItem"],
      Grants: ["PutItem", "ConditionCheckItem"],
      Audit: ["PutItem"],
    },
  },
  "licenses/createFreeKey": {
    tables: {
      Grants: ["GetItem", "Query", "PutItem", "ConditionCheckItem"],
      Seats: ["PutItem"],
      Limits: ["UpdateItem"],
      // Reads how many days a trial lasts.
      Events: ["GetItem"],
    },
    mailboxes: true,
  },
  "licenses/createLicenseKey": {
    tables: {
      Seats: ["GetItem", "PutItem"],
      Grants: ["PutItem", "ConditionCheckItem"],
      Audit: ["PutItem"],
    },
  },
  "licenses/deactivate": {
    tables: { Seats: ["GetItem", "PutItem"], Limits: ["UpdateItem"] },
    leases: "signs",
    sends: ["security"],
  },
  "licenses/dismissCopy": { tables: { Seats: ["UpdateItem"] } },
  "licenses/explain": { tables: { Seats: ["GetItem"], Limits: ["UpdateItem"] }, leases: "signs" },
  "licenses/extendKey": {
    tables: { Seats: ["GetItem", "PutItem"], Grants: ["GetItem", "PutItem"], Audit: ["PutItem"] },
  },
  "licenses/getLeaseKeys": { leases: "shows" },
  "licenses/getSignIn": { tables: { Limits: ["GetItem", "UpdateItem"], "Seats/byUser": ["Query"] } },
  "licenses/listKeys": {
    tables: {
      Directory: ["GetItem", "BatchGetItem"],
      "Directory/byCreated": ["Query"],
      "Directory/byName": ["Query"],
      "Directory/bySeen": ["Query"],
      "Directory/shelfByCreated": ["Query"],
      "Directory/shelfByName": ["Query"],
      "Directory/shelfBySeen": ["Query"],
      Insights: ["BatchGetItem"],
      Users: ["BatchGetItem"],
    },
  },
  "licenses/listSeats": { tables: { "Seats/byUser": ["Query"] } },
  "licenses/nameSeat": { tables: { Seats: ["UpdateItem"] } },
  "licenses/pollSignIn": {
    tables: {
      Limits: ["GetItem", "PutItem", "UpdateItem"],
      Seats: ["GetItem", "BatchGetItem", "PutItem"],
    },
    leases: "signs",
    mailboxes: true,
    sends: ["security"],
  },
  "licenses/reactivateKey": { tables: SWITCHED },
  "licenses/refresh": {
    tables: { Seats: ["GetItem", "PutItem"], Limits: ["UpdateItem"] },
    leases: "signs",
    sends: ["security"],
  },
  "licenses/replaceCustomerKey": {
    tables: {
      Seats: ["GetItem", "PutItem"],
      Grants: ["Query", "PutItem"],
      Audit: ["PutItem"],
    },
  },
  "licenses/removeTaken": {
    tables: {
      Users: ["UpdateItem"],
      Seats: ["GetItem", "PutItem"],
      "Seats/byUser": ["Query"],
      Grants: ["Query", "PutItem"],
    },
  },
  "licenses/replaceKey": {
    tables: { Seats: ["GetItem", "PutItem"], Grants: ["Query", "PutItem"] },
  },
  "licenses/resetSwaps": {
    tables: { Seats: ["GetItem", "PutItem"], Grants: ["GetItem"], Audit: ["PutItem"] },
  },
  "licenses/revokeKey": { tables: SWITCHED },
  "licenses/searchKeys": {
    tables: {
      Users: ["BatchGetItem"],
      Directory: ["BatchGetItem"],
      "Directory/byName": ["Query"],
      "Directory/shelfByName": ["Query"],
    },
  },
  "licenses/setEntitlements": {
    tables: { Seats: ["GetItem", "PutItem"], Grants: ["GetItem"], Audit: ["PutItem"] },
  },
  "licenses/showKey": { tables: { Seats: ["GetItem"], Audit: ["PutItem"] } },
  "licenses/startSignIn": { tables: { Limits: ["PutItem", "UpdateItem"] }, leases: "signs" },
  "licenses/swapSeat": {
    tables: { Seats: ["BatchGetItem", "GetItem", "PutItem"], Users: ["BatchGetItem"] },
    sends: ["security"],
  },
  "licenses/unassignLicenseKey": {
    tables: {
      Seats: ["GetItem", "PutItem", "DeleteItem"],
      Grants: ["GetItem", "DeleteItem"],
      Audit: ["PutItem"],
    },
  },
  "licenses/validate": { tables: { Seats: ["GetItem"], Limits: ["UpdateItem"] }, leases: "signs" },
} as const satisfies AccessOf<"licenses">;
