import { parseLicenseKey, plainKey } from "#shared/licenses/key.ts";
import { SHOWN_OF_KEY } from "#shared/licenses/masked.ts";

const MAX_WORDS = 12;
/** Begins with a space, so that no typed text and no computer's name equals it. */
export const COMPUTERS = " computers ";
const WORD_STARTS = /(?<=[\s.\-_+@])(?=[^\s.\-_+@])/u;

/** The text from each word to the end, so that a search finds every word by its prefix. */
function fromEachWord(text: string): string[] {
  const words = text.split(WORD_STARTS);
  return words.map((_, at) => words.slice(at).join(""));
}

/**
 * The search words of an account besides its whole address.
 * @param address folded, as in the entry's name
 * @param name folded
 * @param network the network address of the last sign-in
 */
export function wordsOfUser(address: string, name: string, network: string | null = null): string[] {
  const ofName = name === "" ? [] : fromEachWord(name);
  return [...new Set([...wholes(network), ...fromEachWord(address).slice(1), ...ofName])].slice(0, MAX_WORDS);
}

/**
 * The search words of a key: the reversed key, the keys that it replaced (each forward and reversed), its computer and
 * its network. Lists show a key's end, which a prefix search finds in the reversed key. Another word sorts a list by
 * the number of computers.
 * @param computer the computer's name, folded
 */
export function wordsOfKey(
  licenseKey: string,
  earlier: readonly string[] = [],
  computer = "",
  network: string | null = null,
  computers = 0,
): string[] {
  const number = `${COMPUTERS}${String(computers).padStart(2, "0")}`;
  const ofComputer = computer === "" ? [] : fromEachWord(computer);
  const replaced = earlier.toReversed().flatMap((key) => [keyEnd(key), key]);
  return [...new Set([number, keyEnd(licenseKey), ...wholes(network), ...ofComputer, ...replaced])].slice(
    0,
    MAX_WORDS,
  );
}

const wholes = (word: string | null): string[] => (word === null ? [] : [word.toLowerCase()]);

type TypedKey = { name: string; word: string; also?: string };

export function typedEarlier<K extends { licenseKey: string }>(
  { name, word, also = name }: TypedKey,
  earlier: readonly K[],
): K | undefined {
  return earlier.findLast(
    ({ licenseKey }) =>
      (also !== "" && licenseKey.startsWith(also)) || (word !== "" && keyEnd(licenseKey).startsWith(word)),
  );
}

/**
 * How to search for a typed key. Lists show `7K3MQ…PJ5ZE`; for such text both ends must match. Unless the text is a
 * whole key, only its first and last five characters count, so that nobody can find out a key, character by character.
 */
export function typedKey(typed: string): TypedKey {
  const whole = parseLicenseKey(typed);
  if (whole !== undefined) return { name: whole, word: keyEnd(whole) };
  const [begin = "", end] = typed.split(/…|\.{3}/).map(plainKey);
  const first = begin.slice(0, SHOWN_OF_KEY);
  const lastOf = (text: string) => keyEnd(text).slice(0, SHOWN_OF_KEY);
  if (end === undefined || end === "") return { name: first, word: end === undefined ? lastOf(begin) : "" };
  return { name: "", word: lastOf(end), also: first };
}

const keyEnd = (typed: string): string => [...plainKey(typed)].reverse().join("");
