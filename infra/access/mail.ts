import type { AccessOf } from "./grants.ts";

export const MAIL_ACCESS = {
  "mail/deliver": {
    tables: { Users: ["GetItem"], Events: ["PutItem"] },
    receives: "mail",
    mails: true,
  },
} as const satisfies AccessOf<"mail">;
