import { keyPrefix, plainKey } from "#shared/licenses/key.ts";

const MAX_WORDS = 12;
const WORD_STARTS = /(?<=[\s.\-_+@])(?=[^\s.\-_+@])/u;

/** The text from each word to the end, so that a search finds every word by its prefix. */
function fromEachWord(text: string): string[] {
  const words = text.split(WORD_STARTS);
  return words.map((_, at) => words.slice(at).join(""));
}

/**
 * The search words of an account besides its whole address.
 * @param address folded, as in its entry's name
 * @param name folded
 */
export function wordsOfUser(address: string, name: string): string[] {
  const ofName = name === "" ? [] : fromEachWord(name);
  return [...new Set([...fromEachWord(address).slice(1), ...ofName])].slice(0, MAX_WORDS);
}

/** A key's reversed text, so that a prefix search finds it by its end, which lists show. */
export const wordsOfKey = (licenseKey: string): string[] => [keyEnd(licenseKey)];

/** How to search for a typed key. Lists show `7K3MQ…PJ5ZE`; for such text both ends must match. */
export function typedKey(typed: string): { name: string; word: string; also?: string } {
  const [begin = "", end] = typed.split(/…|\.{3}/);
  if (end === undefined || plainKey(end) === "")
    return { name: keyPrefix(begin), word: end === undefined ? keyEnd(begin) : "" };
  return { name: "", word: keyEnd(end), also: keyPrefix(begin) };
}

export const keyEnd = (typed: string): string => [...plainKey(typed)].reverse().join("");
