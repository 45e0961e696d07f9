import type { AccessOf, TableAction } from "./row.ts";

/** Access to the rows in Grants for addresses without an account. */
const ofAddresses = (...actions: TableAction[]) => ({ actions, leadingKeys: ["invited#*"] });

/** The list of users by creation, and the list of keys by last use. */
const RECIPIENTS = {
  "Directory/shelfByCreated": ["Query"],
  "Directory/shelfBySeen": ["Query"],
  Directory: ["BatchGetItem"],
} as const;

export const MAIL_ACCESS = {
  "mail/openUnsubscribe": {},
  "mail/setInvitationMail": { tables: { Grants: ofAddresses("GetItem", "UpdateItem") }, mailboxes: true },
  "mail/countRecipients": {
    tables: { ...RECIPIENTS, Users: ["GetItem", "BatchGetItem"] },
  },
  "mail/deliver": {
    tables: {
      Users: ["GetItem", "BatchGetItem"],
      Events: ["PutItem", "Query", "DeleteItem"],
      ...RECIPIENTS,
      Insights: ["GetItem", "UpdateItem"],
      Audit: ["PutItem"],
    },
    receives: "mail",
    sends: ["mail"],
    mails: true,
    mailboxes: true,
  },
  "mail/resumeWaiting": { tables: { Events: ["Query"] }, sends: ["mail"] },
  "mail/listMailings": { tables: { Insights: ["Query"] } },
  "mail/stopMailing": { tables: { Insights: ["GetItem", "UpdateItem"], Audit: ["PutItem"] } },
  "mail/tryIncidentMail": { sends: ["mail"] },
  "mail/resendMail": {
    tables: { Events: ["GetItem"], Grants: ["Query"], Audit: ["PutItem"] },
    sends: ["mail"],
  },
} as const satisfies AccessOf<"mail">;
