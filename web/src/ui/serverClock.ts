let skew = 0;

/** Learns the server's time from an answer, because a browser's clock may be days off. */
export function learnTime(answer: Response): Response {
  skew = Date.parse(answer.headers.get("date") ?? "") - Date.now() || skew;
  return answer;
}

/** Server clock minus browser clock, in milliseconds. The header has whole seconds. */
export const clockSkew = (): number => skew;

export const serverNow = (): Date => new Date(Date.now() + skew);
