import type { AccessOf } from "./grants.ts";

export const MAIL_ACCESS = {
  "mail/deliver": {
    tables: { Users: ["GetItem"], Events: ["PutItem"] },
    receives: "mail",
    mails: true,
  },
  "mail/resendMail": {
    tables: { Events: ["GetItem"], Grants: ["Query"], Audit: ["PutItem"] },
    sends: ["mail"],
  },
} as const satisfies AccessOf<"mail">;
