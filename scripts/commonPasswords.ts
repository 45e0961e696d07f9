import { readFileSync, writeFileSync } from "node:fs";
import { filterOf } from "#shared/accounts/commonFilter.ts";
import { PASSWORD_RULES } from "#shared/accounts/password.ts";
import { isCommonWord } from "#shared/accounts/passwordWords.ts";

/**
 * Writes shared/accounts/commonPasswords.ts from a list of leaked passwords, most common first, one per line
 * (docs/decisions/how-are-addresses-and-passwords-checked.md says why). Keeps only passwords that meet our rules with
 * one capital letter and that pass the checks of passwordWords.ts.
 */
const list = process.argv[2];
if (list === undefined) throw new Error("node scripts/commonPasswords.ts <file with one password per line>");
const withCapital = (word: string): string => word.replace(/[a-z]/, (letter) => letter.toUpperCase());
const meetsRules = (word: string): boolean => PASSWORD_RULES.every(({ test }) => test(withCapital(word)));
const words = readFileSync(list, "utf8").toLowerCase().split("\n").filter(meetsRules);
const left = words.filter((word) => !isCommonWord(withCapital(word)));
const rest = (some: readonly string[]): number => some.filter((word) => left.includes(word)).length;
console.log(
  `${words.length} passwords meet the rules. The filter has ${left.length} of them, and ${rest(words.slice(0, 3000))} of the first 3,000.`,
);
const text = Buffer.from(filterOf(left)).toString("base64");
writeFileSync(
  new URL("../shared/accounts/commonPasswords.ts", import.meta.url),
  `/** Written by scripts/commonPasswords.ts: ${left.length} of the most common passwords, as a Bloom filter in base64. */\nexport const COMMON_PASSWORDS =\n  "${text}";\n`,
);
