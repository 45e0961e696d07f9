import { OfflineRequest } from "#shared/licenses/offline.ts";

/** @returns null if the text is no request file of the app */
export function readRequest(text: string): OfflineRequest | null {
  try {
    const { success, data } = OfflineRequest.safeParse(JSON.parse(text));
    return success ? data : null;
  } catch {
    return null;
  }
}
