let skew = 0;

/** Learns the server's time from an answer: a browser's clock may be days off. */
export function learnTime(answer: Response): Response {
  skew = Date.parse(answer.headers.get("date") ?? "") - Date.now() || skew;
  return answer;
}

/** The server's clock less the browser's, in milliseconds. The header that says it has whole seconds. */
export const clockSkew = (): number => skew;
