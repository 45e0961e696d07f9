import { BRAND } from "../brand.ts";

/**
 * Words in the most common passwords, as `FOLDED` folds them. They have no final digits, since guessers append any
 * number. A word with at most three more letters needs no separate entry. leakedPasswords.ts covers other common
 * passwords with a filter.
 */
const COMMON = [
  "password passwort passwd passcode contrasena motdepasse senha parola wachtwoord",
  "qwerty qwertz azerty qwer asdf asdfgh zxcv zxcvbn qwertyuiop qaz wsx edc",
  "abc abcd abcdef aaaa xxxx test trial temp default",
  "admin administrator root user guest login access account secret private letmein welcome hello master changeme",
  "loveyou love forever baby angel princess sunshine shadow monkey dragon tiger lion panther",
  "football soccer baseball basketball hockey superman batman spiderman pokemon starwars matrix ninja samsung",
  "michael jordan jennifer jessica ashley daniel thomas charlie andrew joshua matthew robert william george maggie",
  "summer winter spring autumn january february march april june july august september october november december",
  "monday tuesday wednesday thursday friday saturday sunday london berlin paris america germany england",
  "computer internet google facebook amazon apple microsoft windows android iphone linkedin twitter youtube",
  "trustno freedom whatever killer hunter ranger buster harley mustang corvette ferrari porsche mercedes yankees",
  "cheese cookie chocolate banana orange purple silver golden diamond pepper ginger coffee flower butterfly",
  "company office business manager service support server system network security demo sample example",
].flatMap((line) => line.split(" "));

/** Folds "P@55w0rd" to "password". */
const FOLDED: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const MIN_WORD_LENGTH = 4;
/** A password that contains a common word passes if it has this many other letters. */
const MIN_OWN_LETTERS = 4;
const MIN_DIFFERENT_LETTERS = 3;

const lettersIn = (text: string): string => text.replaceAll(/\P{L}/gu, "");
const fold = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => FOLDED[sign] ?? sign);

function isMadeOf(password: string, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const plain = password.normalize("NFKC").toLowerCase();
  return [plain, fold(plain.replace(/[0-9!]+$/, "")), lettersIn(plain)].some((form) => {
    const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ""), form);
    return rest !== form && lettersIn(rest).length < MIN_OWN_LETTERS;
  });
}

/** Sarah.Miller@example.com → sarah, miller, sarahmiller, example */
function wordsIn(text: string): string[] {
  const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...parts, parts.slice(0, 2).join("")].filter((part) => part.length >= MIN_WORD_LENGTH);
}

export const TOO_COMMON = "This password is too common. Choose another one.";

/** Whether the password is made of common words and at most three other letters, or has too few different letters. */
export function isCommonWord(password: string): boolean {
  const differentLetters = new Set(lettersIn(password.toLowerCase())).size;
  return differentLetters < MIN_DIFFERENT_LETTERS || isMadeOf(password, COMMON);
}

/**
 * Why a password is refused although it meets the rules, as a sentence; undefined if it is accepted. The forms call
 * this function. The server calls it only when the password is changed, because Cognito hides the password at sign-up
 * and reset (docs/decisions/how-are-addresses-and-passwords-checked.md).
 * @param own the account's address and name
 */
export function passwordWeakness(password: string, own: readonly string[]): string | undefined {
  if (isMadeOf(password, [...own, BRAND.name].flatMap(wordsIn)))
    return "Don't base your password on your name, your email address or our name.";
  return isCommonWord(password) ? TOO_COMMON : undefined;
}
