import { expect, test } from "vitest";
import { normaliseEmail } from "#shared/accounts/email.ts";

test.each([
  ["Creator@Example.com", "creator@example.com"],
  ["  creator@example.com ", "creator@example.com"],
  ["creator+videos@example.com", "creator@example.com"],
  ["cre.ator@example.com", "cre.ator@example.com"],
  ["cre.a.tor+x@gmail.com", "creator@gmail.com"],
  ["creator@googlemail.com", "creator@gmail.com"],
  ["ｃreator@example.com", "creator@example.com"],
  ["no-address", "no-address"],
])("%s belongs to the mailbox %s", (email, mailbox) => {
  expect(normaliseEmail(email)).toBe(mailbox);
});
