/** A Bloom filter: it recognizes every added word, and about one in a thousand other words by mistake. */
const POSITIONS = 7;
export const BITS_A_WORD = 16;

/** FNV-1a, 32 bits. */
function hashOf(text: string, start: number): number {
  let hash = start;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  // The low bits of FNV mix poorly.
  return (hash ^ (hash >>> 15)) >>> 0;
}

function positionsOf(word: string, bits: number): number[] {
  const first = hashOf(word, 0x811c9dc5);
  const second = hashOf(word, 0x9e3779b9) | 1;
  return Array.from({ length: POSITIONS }, (_, at) => ((first + at * second) >>> 0) % bits);
}

export function filterOf(words: readonly string[]): Uint8Array {
  const filter = new Uint8Array(Math.ceil((words.length * BITS_A_WORD) / 8));
  for (const word of words)
    for (const bit of positionsOf(word, filter.length * 8))
      filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
  return filter;
}

export const mayHave = (filter: Uint8Array, word: string): boolean =>
  positionsOf(word, filter.length * 8).every((bit) => ((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1);
