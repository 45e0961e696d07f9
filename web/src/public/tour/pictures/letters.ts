/** The beginning of a text, up to a share (0 to 1) of its length. */
export function typed(text: string, share: number): string {
  return text.slice(0, Math.round(text.length * share));
}

/** Wraps a text at `most` letters. */
export function wrap(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
