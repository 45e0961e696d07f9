const DOTLESS_DOMAINS: Readonly<Record<string, string>> = {
  "gmail.com": "gmail.com",
  "googlemail.com": "gmail.com",
};

/**
 * One mailbox, one string: what "one free key per person" and "no commission for yourself" compare.
 * Case and Unicode form are folded, characters without a width are dropped, a `+tag` is cut off, and where the provider ignores dots so do we.
 * Never shown and never mailed to: the address as typed is kept beside it.
 */
export function normaliseEmail(email: string): string {
  const folded = email
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
    .toLowerCase();
  const at = folded.lastIndexOf("@");
  if (at < 1) return folded;
  const domain = folded.slice(at + 1);
  const mailbox = folded.slice(0, at).split("+")[0] ?? "";
  const dotless = DOTLESS_DOMAINS[domain];
  return dotless ? `${mailbox.replaceAll(".", "")}@${dotless}` : `${mailbox}@${domain}`;
}
