import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

const LEAVES = "The action leads to another page.";
const SAME = "Nothing on the page changes.";
const OWN = "The component shows or reads the result itself.";
/** Actions after which a page does not read its data again, by file. */
const REASONS: Readonly<Record<string, string>> = {
  "ChangePassword.tsx: changePassword": OWN,
  "ConfirmEmailPage.tsx: sendEmailCode": SAME,
  "CustomerData.tsx: exportCustomer": SAME,
  "DeleteAccount.tsx: deleteAccount": LEAVES,
  "EmailRow.tsx: confirmNewEmail": LEAVES,
  "IncidentDesk.tsx: stopMailing": OWN,
  "JoinTeamPage.tsx: joinTeam": LEAVES,
  "Links.tsx: testLink": OWN,
  "LostPhonePage.tsx: recoverAccount": OWN,
  "MailField.tsx: tryIncidentMail": SAME,
  "ProveAddress.tsx: confirmEmail": OWN,
  "ProveAddress.tsx: sendEmailCode": SAME,
  "RefuseInvitationsPage.tsx: unsubscribe": OWN,
  "RemedyButton.tsx: sendEmailCode": LEAVES,
  'RunDialog.tsx: kind === "calc" ? runCalc : runDistribute': OWN,
  "SecondFactorRow.tsx: beginAuthenticator": OWN,
  "SecondFactorRow.tsx: replaceRecoveryCode": OWN,
  "SecondFactorRow.tsx: setSecondFactor": LEAVES,
  "Sessions.tsx: endAllSessions": LEAVES,
  "ShownKey.tsx: showKey": OWN,
  "Statement.tsx: getStatement": SAME,
  "WithdrawPage.tsx: withdraw": OWN,
  "Approve.tsx: answerSignIn": OWN,
  "useChange.ts: contract": "The table reads its rows after the last change.",
  "useOnboarding.ts: startOnboarding": LEAVES,
  "usePayment.ts: startCheckout": LEAVES,
  "usePortal.ts: openPortal": LEAVES,
};

/** The arguments of each call of a function, without comments. */
function* callsOf(name: RegExp, text: string): Generator<string> {
  for (const { index, 0: start } of text.matchAll(name)) {
    let end = index + start.length;
    for (let depth = 1; depth > 0 && end < text.length; end += 1)
      depth += Number(text[end] === "(") - Number(text[end] === ")");
    yield text.slice(index + start.length, end - 1);
  }
}

test("a page reads its data again after each action that is not a listed exception", () => {
  const stale = globSync("web/src/**/*.{ts,tsx}", { cwd: root }).flatMap((file) =>
    [...callsOf(/\buse(?:Each)?(?:Action|Change)\(/g, readFileSync(path.join(root, file), "utf8"))]
      .filter((given) => /\brevalidate:/.test(given))
      .map((given) => `${path.basename(file)}: ${given.split(",")[0]?.trim()}`),
  );
  expect([...new Set(stale)].sort()).toEqual(Object.keys(REASONS).sort());
});
