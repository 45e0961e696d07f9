import { Refusal } from "../deploy/run.ts";

/** The error's name, such as `ParameterNotFound`; empty for a thrown value that is not an Error. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** @throws Refusal with the sentence and the service's reason */
export async function must<Output>(sentence: string, request: Promise<Output>): Promise<Output> {
  try {
    return await request;
  } catch (error) {
    throw new Refusal(`${sentence}\n${reasonOf(error)}`);
  }
}

/**
 * Returns undefined if the service answers with the error `absent`, which means that the resource does not exist.
 * @throws Refusal for every other error, so that the caller does not overwrite a value that it could not read
 */
export async function orAbsent<Output>(
  what: string,
  absent: string,
  request: Promise<Output>,
): Promise<Output | undefined> {
  try {
    return await request;
  } catch (error) {
    if (nameOf(error) === absent) return undefined;
    throw new Refusal(`${what} could not be read.\n${reasonOf(error)}`);
  }
}
