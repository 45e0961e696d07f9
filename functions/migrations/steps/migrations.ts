/**
 * One page of a migration. Must be idempotent, because an interrupted page is repeated.
 * @param after the previous page's result; null for the first
 * @returns where the next page begins; null at the end
 */
export type Page = (after: string | null) => Promise<string | null>;

/** `id` is stored: never change or reuse it. A daily migration starts again after midnight UTC. */
export type Migration = { readonly id: string; readonly page: Page; readonly isDaily?: true };
