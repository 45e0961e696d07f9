/**
 * What a public page asks of the API: the address is in the page, which the build wrote from the contract, so
 * that no page loads the contracts themselves.
 * @param learn is handed the answer
 * @returns undefined if the API does not answer, which these pages are whole without
 */
export async function ask(part: HTMLElement, learn?: (answer: Response) => void): Promise<unknown> {
  try {
    const headers = { accept: "application/json" };
    const response = await fetch(part.dataset.from ?? "", { headers });
    learn?.(response);
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** A field of an answer; undefined where it has none. */
export function field(answer: unknown, name: string): unknown {
  return typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;
}
