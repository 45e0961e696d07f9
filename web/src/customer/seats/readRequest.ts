import { OfflineRequest } from "#shared/licenses/offline.ts";

/** @returns null if the text is not a request file of the application */
export function readRequest(text: string): OfflineRequest | null {
  try {
    const { success, data } = OfflineRequest.safeParse(JSON.parse(text));
    return success ? data : null;
  } catch {
    return null;
  }
}
