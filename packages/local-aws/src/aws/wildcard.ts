/** IAM's patterns: `*` is any text, including `:` and `/`; `?` is one character. */
export function matches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  // Backtracks to the last star only, so many stars cost no exponential time.
  while (t < text.length) {
    const letter = pattern[p];
    if (letter === "*") {
      star = p;
      resume = t;
      p += 1;
    } else if (p < pattern.length && (letter === "?" || letter === text[t])) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      p = star + 1;
      resume += 1;
      t = resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === "*") p += 1;
  return p === pattern.length;
}
