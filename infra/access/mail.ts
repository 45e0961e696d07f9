import type { AccessOf } from "./grants.ts";

export const MAIL_ACCESS = {
  "mail/refuseInvitations": { tables: { Grants: ["UpdateItem"] }, mailboxes: true },
  "mail/setInvitationMail": { tables: { Grants: ["GetItem", "UpdateItem"] }, mailboxes: true },
  "mail/countRecipients": {
    tables: { "Directory/shelfByCreated": ["Query"], Users: ["GetItem", "BatchGetItem"] },
  },
  "mail/deliver": {
    tables: {
      Users: ["GetItem", "BatchGetItem"],
      Events: ["PutItem", "Query", "DeleteItem"],
      "Directory/shelfByCreated": ["Query"],
      Insights: ["GetItem", "UpdateItem"],
      Audit: ["PutItem"],
    },
    receives: "mail",
    sends: ["mail"],
    mails: true,
  },
  "mail/resumeWaiting": { tables: { Events: ["Query"] }, sends: ["mail"] },
  "mail/listMailings": { tables: { Insights: ["Query"] } },
  "mail/resendMail": {
    tables: { Events: ["GetItem"], Grants: ["Query"], Audit: ["PutItem"] },
    sends: ["mail"],
  },
} as const satisfies AccessOf<"mail">;
