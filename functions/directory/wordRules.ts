import { keyPrefix, plainKey } from "#shared/licenses/key.ts";

const MAX_WORDS = 12;
/** Where a word of an address or a name begins. */
const WORD_STARTS = /(?<=[\s.\-_+@])(?=[^\s.\-_+@])/u;

/** From each word to the end: a search finds the start of any of them. */
function fromEachWord(text: string): string[] {
  const words = text.split(WORD_STARTS);
  return words.map((_, at) => words.slice(at).join(""));
}

/**
 * What an account is found by beside its whole address.
 * @param address folded, as its entry is named
 * @param name folded
 */
export function wordsOfUser(address: string, name: string): string[] {
  const ofName = name === "" ? [] : fromEachWord(name);
  return [...new Set([...fromEachWord(address).slice(1), ...ofName])].slice(0, MAX_WORDS);
}

/** A key is also found by its end, the part of it that lists print: read backwards, its end is the beginning. */
export const wordsOfKey = (licenseKey: string): string[] => [keyEnd(licenseKey)];

/**
 * How a key is looked for. Lists print its beginning and its end, `7K3MQ…PJ5ZE`: copied from one, both must be right.
 */
export function typedKey(typed: string): { name: string; word: string; also?: string } {
  const [begin = "", end] = typed.split(/…|\.{3}/);
  if (end === undefined || plainKey(end) === "")
    return { name: keyPrefix(begin), word: end === undefined ? keyEnd(begin) : "" };
  return { name: "", word: keyEnd(end), also: keyPrefix(begin) };
}

/** The end of a key as it is filed, from a key or what an operator typed. */
export const keyEnd = (typed: string): string => [...plainKey(typed)].reverse().join("");
